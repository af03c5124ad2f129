import { createReadStream } from 'node:fs';
import { link, mkdir, mkdtemp, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { AppError } from '@anima/service/errors';
import type { MaybePromise } from '@anima/service/maybe-promise';
import { isoTime } from '@anima/service/schema';
import pLimit from 'p-limit';
import {
  BACKUP_FORMAT,
  BACKUP_NAME,
  BACKUP_VERSION,
  type Backup,
  type BackupFolder,
  type BackupManifest,
  backupFolderNames,
} from '../../domain/backup.js';
import type { BackupStore } from '../../ports/backup-store.js';
import { syncFolder } from '../files/sync-folder.js';
import { listFiles } from './list-files.js';
import { describeFiles, packArchive } from './pack-archive.js';
import { JOBS_FILE, type RestoreArea } from './restore-journal.js';
import { MAX_HEADER_BYTES, readSealHeader, type SealHeader, seal, sealKey, unseal } from './seal-file.js';
import { damaged, readManifest, unpackArchive } from './unpack-archive.js';

export interface BackupStoreOptions {
  dataDir: string;
  version: string;
  clock: () => number;
  area: RestoreArea;
  /** Writes all jobs into a new database file. */
  saveJobs: (databasePath: string) => MaybePromise<void>;
  /** Holds everything that works with the folders still while `work` replaces them, and wakes it again. */
  whilePaused: <T>(work: () => Promise<T>) => Promise<T>;
}

const ENDING = '.tar.gz';
/** Encrypted ones: a line of JSON, then what gpg or openssl could not read either. */
const SEALED_ENDING = '.tar.gz.sealed';
const namePattern = new RegExp(BACKUP_NAME);

/** Backups as files in `<data>/backups`. One at a time is made or restored. */
export async function createBackupStore(options: BackupStoreOptions): Promise<BackupStore> {
  const { dataDir, clock, area } = options;
  const folder = join(dataDir, 'backups');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // What a killed process left half made.
  for (const name of await readdir(folder)) {
    if (name.startsWith('.making-')) await rm(join(folder, name), { recursive: true, force: true });
  }
  const inTurn = pLimit(1);

  async function find(name: string): Promise<{ path: string; encrypted: boolean; bytes: number } | null> {
    if (!namePattern.test(name)) return null;
    for (const [ending, encrypted] of [
      [ENDING, false],
      [SEALED_ENDING, true],
    ] as const) {
      const path = join(folder, name + ending);
      const found = await stat(path).catch(() => null);
      if (found?.isFile()) return { path, encrypted, bytes: found.size };
    }
    return null;
  }

  async function require(name: string) {
    const found = await find(name);
    if (found === null) throw new AppError('backup_not_found', `There is no backup named ${name}`);
    return found;
  }

  async function describe(name: string): Promise<Backup> {
    const { path, encrypted, bytes } = await require(name);
    const about = encrypted
      ? (await requireSealHeader(path)).header
      : await readManifest(createReadStream(path));
    return { name, createdAt: about.created_at, folders: about.dirs as BackupFolder[], encrypted, bytes };
  }

  async function make(
    name: string,
    folders: readonly BackupFolder[],
    passphrase: string | null,
  ): Promise<Backup> {
    if ((await find(name)) !== null)
      throw new AppError('backup_exists', `There is a backup named ${name} already`);
    const making = await mkdtemp(join(folder, '.making-'));
    try {
      const { roots, files } = await collect(folders, making);
      const manifest: BackupManifest = {
        format: BACKUP_FORMAT,
        version: BACKUP_VERSION,
        created_at: isoTime(clock()),
        service_version: options.version,
        dirs: [...folders],
        files,
      };
      const plain = packArchive((path) => join(roots(path), path), manifest);
      const { format, version, created_at, dirs } = manifest;
      const archive =
        passphrase === null ? plain : seal(plain, passphrase, { format, version, created_at, dirs });
      const draft = join(making, 'archive');
      const file = await open(draft, 'wx', 0o600);
      await pipeline(archive, file.createWriteStream({ flush: true }));
      // A link, and not a rename, which would replace a backup that was made in the meantime.
      await link(draft, join(folder, name + (passphrase === null ? ENDING : SEALED_ENDING)));
      await syncFolder(folder);
    } finally {
      await rm(making, { recursive: true, force: true });
    }
    return describe(name);
  }

  /** The files of the folders; the jobs as a database written for this backup. */
  async function collect(folders: readonly BackupFolder[], making: string) {
    if (folders.includes('jobs')) {
      await mkdir(join(making, 'jobs'));
      await options.saveJobs(join(making, 'jobs', JOBS_FILE));
    }
    const roots = (path: string) => (path.startsWith('jobs/') ? making : dataDir);
    const files = [];
    for (const each of folders) {
      const root = roots(`${each}/`);
      files.push(...(await describeFiles(root, await listFiles(root, each))));
    }
    return { roots, files };
  }

  /** Unpacks and checks all that is to come, and keeps what it will replace. */
  async function prepare(path: string, passphrase: string | null) {
    const plain = passphrase === null ? createReadStream(path) : await openSealed(path, passphrase);
    const { dirs: folders } = await unpackArchive(plain, await area.prepare());
    await area.check(folders);
    return { folders, safety: await make(safetyName(clock()), folders, null) };
  }

  return {
    async list() {
      const names = (await readdir(folder)).flatMap((file) => {
        const ending = [SEALED_ENDING, ENDING].find((each) => file.endsWith(each));
        const name = ending === undefined ? '' : file.slice(0, -ending.length);
        return namePattern.test(name) ? [name] : [];
      });
      // One after the other: a manifest may be large, and they may be many.
      const backups: (Backup | null)[] = [];
      for (const name of new Set(names)) backups.push(await describe(name).catch(() => null));
      return backups
        .filter((backup) => backup !== null)
        .sort((a, b) =>
          a.createdAt < b.createdAt ? 1 : a.createdAt > b.createdAt ? -1 : a.name < b.name ? -1 : 1,
        );
    },

    async sizes() {
      const sizes = {} as Record<BackupFolder, { files: number; bytes: number }>;
      for (const name of backupFolderNames) {
        const files = name === 'jobs' ? [] : await listFiles(dataDir, name);
        sizes[name] = { files: files.length, bytes: files.reduce((sum, { bytes }) => sum + bytes, 0) };
      }
      return sizes;
    },

    create: ({ name, folders, passphrase }) => inTurn(() => make(name, folders, passphrase)),

    restore: (name, passphrase) =>
      inTurn(async () => {
        const { path, encrypted } = await require(name);
        if (encrypted && passphrase === null)
          throw new AppError('passphrase_required', `The backup ${name} is encrypted: give its passphrase`);
        const restored = await describe(name);
        const { folders, safety } = await prepare(path, encrypted ? passphrase : null).catch(
          async (error) => {
            await area.discard();
            throw error;
          },
        );
        await options.whilePaused(() => area.commit(folders));
        return { restored, safety };
      }),

    remove: (name) =>
      inTurn(async () => {
        await rm((await require(name)).path);
        await syncFolder(folder);
      }),
  };
}

/** Decrypts it twice: nothing of it is looked at before its tag was found right. */
async function openSealed(path: string, passphrase: string): Promise<AsyncIterable<Uint8Array>> {
  const sealed = await requireSealHeader(path);
  const key = await sealKey(sealed.header, passphrase);
  for await (const _ of unseal(createReadStream(path), sealed, key));
  return unseal(createReadStream(path), sealed, key);
}

async function requireSealHeader(path: string): Promise<{ header: SealHeader; line: Buffer }> {
  const file = await open(path, 'r');
  try {
    const start = Buffer.alloc(MAX_HEADER_BYTES);
    const { bytesRead } = await file.read(start, 0, start.length, 0);
    const header = readSealHeader(start.subarray(0, bytesRead));
    if (header === null) throw damaged('it does not begin as an encrypted backup does');
    return header;
  } finally {
    await file.close();
  }
}

/** "before-restore-20260301-093000-123" */
function safetyName(now: number): string {
  const [date, time] = new Date(now).toISOString().replace(/[-:Z]/g, '').split('T');
  return `before-restore-${date}-${time!.replace('.', '-')}`;
}
