import { mkdir, mkdtemp, readdir, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { AppError } from '@anima/service/errors';
import type { MaybePromise } from '@anima/service/maybe-promise';
import { isoTime } from '@anima/service/schema';
import pLimit from 'p-limit';
import { type Archive, type Archives, listFiles, MAKING, type OutsideFolders } from './archives.js';
import {
  BACKUP_FORMAT,
  BACKUP_NAME,
  BACKUP_VERSION,
  type Backup,
  type BackupFolder,
  type BackupManifest,
  type BackupStore,
  backupFolderNames,
} from './backup.js';
import { describeFiles, packArchive } from './pack-archive.js';
import { JOBS_FILE, type RestoreArea } from './restore-journal.js';
import { MAX_HEADER_BYTES, readSealHeader, type SealHeader, seal, sealKey, unseal } from './seal-file.js';
import { damaged, readManifest, unpackArchive } from './unpack-archive.js';

export interface BackupStoreOptions {
  dataDir: string;
  version: string;
  clock: () => number;
  archives: Archives;
  area: RestoreArea;
  /** Folders that are not stored in the data directory. */
  outside?: OutsideFolders;
  /** Writes all jobs into a new database file. */
  saveJobs: (databasePath: string) => MaybePromise<void>;
  /** Holds everything that works with the folders still while `work` replaces them, and wakes it again. */
  whilePaused: <T>(work: () => Promise<T>) => Promise<T>;
}

const ENDING = '.tar.gz';
/** Encrypted ones: a line of JSON, then what gpg or openssl could not read either. */
const SEALED_ENDING = '.tar.gz.sealed';
const namePattern = new RegExp(BACKUP_NAME);

/**
 * Creates a store of backups in archives. The content of an archive is gathered in `<data>/backups`. Only one
 * backup is created or restored at a time.
 */
export async function createBackupStore(options: BackupStoreOptions): Promise<BackupStore> {
  const { dataDir, clock, archives, area, outside = {} } = options;
  const folder = join(dataDir, 'backups');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // Removes unfinished files of a killed process.
  for (const name of await readdir(folder)) {
    if (name.startsWith(MAKING)) await rm(join(folder, name), { recursive: true, force: true });
  }
  const inTurn = pLimit(1);

  async function find(
    name: string,
  ): Promise<{ fileName: string; archive: Archive; encrypted: boolean } | null> {
    if (!namePattern.test(name)) return null;
    for (const [ending, encrypted] of [
      [ENDING, false],
      [SEALED_ENDING, true],
    ] as const) {
      const archive = await archives.find(name + ending);
      if (archive !== null) return { fileName: name + ending, archive, encrypted };
    }
    return null;
  }

  async function require(name: string) {
    const found = await find(name);
    if (found === null) throw new AppError('backup_not_found', `There is no backup named ${name}`);
    return found;
  }

  async function describe(name: string): Promise<Backup> {
    const { archive, encrypted } = await require(name);
    const about = encrypted ? (await requireSealHeader(archive)).header : await readManifest(archive.read());
    const folders = about.dirs as BackupFolder[];
    return { name, createdAt: about.created_at, folders, encrypted, bytes: archive.bytes };
  }

  async function make(
    name: string,
    folders: readonly BackupFolder[],
    passphrase: string | null,
  ): Promise<Backup> {
    if ((await find(name)) !== null)
      throw new AppError('backup_exists', `There is a backup named ${name} already`);
    const making = await mkdtemp(join(folder, MAKING));
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
      await archives.write(name + (passphrase === null ? ENDING : SEALED_ENDING), archive);
    } finally {
      await rm(making, { recursive: true, force: true });
    }
    return describe(name);
  }

  /**
   * Lists the files of the folders. Folders outside of the data directory, and the database of jobs, are
   * copied for this backup.
   */
  async function collect(folders: readonly BackupFolder[], making: string) {
    const made = new Set<string>();
    for (const each of folders) {
      const place = outside[each];
      if (each !== 'jobs' && place === undefined) continue;
      made.add(each);
      await mkdir(join(making, each));
      if (place === undefined) await options.saveJobs(join(making, each, JOBS_FILE));
      else {
        await assertRoom(making, (await place.size()).bytes);
        await place.save(join(making, each));
      }
    }
    const roots = (path: string) => (made.has(path.slice(0, path.indexOf('/'))) ? making : dataDir);
    const files = [];
    for (const each of folders) {
      const root = roots(`${each}/`);
      files.push(...(await describeFiles(root, await listFiles(root, each))));
    }
    return { roots, files };
  }

  /** Unpacks and checks the new data, and backs up the data that it will replace. */
  async function prepare(archive: Archive, passphrase: string | null) {
    const plain = passphrase === null ? archive.read() : await openSealed(archive, passphrase);
    const { dirs: folders } = await unpackArchive(plain, await area.prepare());
    await area.check(folders);
    return { folders, safety: await make(safetyName(clock()), folders, null) };
  }

  return {
    async list() {
      const names = (await archives.fileNames()).flatMap((file) => {
        const ending = [SEALED_ENDING, ENDING].find((each) => file.endsWith(each));
        const name = ending === undefined ? '' : file.slice(0, -ending.length);
        return namePattern.test(name) ? [name] : [];
      });
      // Reads manifests one at a time, because there may be many large ones.
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
        const place = outside[name];
        const files = name === 'jobs' || place !== undefined ? [] : await listFiles(dataDir, name);
        const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
        sizes[name] = (await place?.size()) ?? { files: files.length, bytes };
      }
      return sizes;
    },

    create: ({ name, folders, passphrase }) => inTurn(() => make(name, folders, passphrase)),

    restore: (name, passphrase) =>
      inTurn(async () => {
        const { archive, encrypted } = await require(name);
        if (encrypted && passphrase === null)
          throw new AppError('passphrase_required', `The backup ${name} is encrypted: give its passphrase`);
        const restored = await describe(name);
        const { folders, safety } = await prepare(archive, encrypted ? passphrase : null).catch(
          async (error) => {
            await area.discard();
            throw error;
          },
        );
        await options.whilePaused(() => area.commit(folders));
        return { restored, safety };
      }),

    remove: (name) => inTurn(async () => archives.remove((await require(name)).fileName)),
  };
}

/** Checks the free space before a bucket of terabytes fills the disk. */
async function assertRoom(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bytes > bavail * bsize)
    throw new AppError(
      'storage_full',
      `The backup requires ${bytes} bytes of free disk space, found ${bavail * bsize}`,
    );
}

/** Decrypts the archive twice: its content is read only after the authentication tag was verified. */
async function openSealed(archive: Archive, passphrase: string): Promise<AsyncIterable<Uint8Array>> {
  const sealed = await requireSealHeader(archive);
  const key = await sealKey(sealed.header, passphrase);
  for await (const _ of unseal(archive.read(), sealed, key));
  return unseal(archive.read(), sealed, key);
}

async function requireSealHeader(archive: Archive): Promise<{ header: SealHeader; line: Buffer }> {
  const header = readSealHeader(await buffer(archive.read(MAX_HEADER_BYTES)));
  if (header === null) throw damaged('it does not begin as an encrypted backup does');
  return header;
}

/** "before-restore-20260301-093000-123" */
function safetyName(now: number): string {
  const [date, time] = new Date(now).toISOString().replace(/[-:Z]/g, '').split('T');
  return `before-restore-${date}-${time!.replace('.', '-')}`;
}
