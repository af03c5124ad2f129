import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { AppError, isStorageFull } from '@anima/service/errors';
import { extract } from 'tar-stream';
import {
  BACKUP_FORMAT,
  BACKUP_VERSION,
  type BackupFile,
  type BackupManifest,
  backupFolderNames,
  isBackupTime,
} from './backup.js';
import { MANIFEST_NAME } from './pack-archive.js';

/** Missing in the types of tar-stream: an entry yields its bytes in chunks. */
interface TarEntry extends AsyncIterable<Uint8Array> {
  header: { name: string; type?: string | null };
}

const MAX_MANIFEST_BYTES = 64 * 1024 * 1024;
const MAX_FILES = 200_000;

/** Reads the manifest, which is the first entry, and no further. */
export async function readManifest(archive: AsyncIterable<Uint8Array>): Promise<BackupManifest> {
  const source = Readable.from(archive);
  const tar = extract();
  const flowing = pipeline(source, createGunzip(), tar);
  flowing.catch(() => {});
  try {
    for await (const entry of tar as unknown as AsyncIterable<TarEntry>) {
      if (entry.header.name !== MANIFEST_NAME) break;
      return parseManifest(await readEntry(entry));
    }
  } catch (cause) {
    throw asDamaged(cause);
  } finally {
    source.destroy();
  }
  throw damaged('it does not begin with its manifest');
}

/**
 * Writes all files of the archive to `target`, a new folder. Throws unless the content matches the manifest
 * byte for byte.
 */
export async function unpackArchive(
  archive: AsyncIterable<Uint8Array>,
  target: string,
): Promise<BackupManifest> {
  let manifest: BackupManifest | null = null;
  const missing = new Map<string, BackupFile>();
  const tar = extract();
  const flowing = pipeline(Readable.from(archive), createGunzip(), tar);
  flowing.catch(() => {});
  try {
    for await (const entry of tar as unknown as AsyncIterable<TarEntry>) {
      const { name } = entry.header;
      if (manifest === null) {
        if (name !== MANIFEST_NAME) throw damaged('it does not begin with its manifest');
        manifest = parseManifest(await readEntry(entry));
        await assertRoom(target, manifest);
        for (const file of manifest.files) missing.set(file.path, file);
        continue;
      }
      const file = missing.get(name);
      if (file === undefined || entry.header.type !== 'file') throw damaged(`its manifest knows no ${name}`);
      missing.delete(name);
      await writeEntry(entry, join(target, name), file);
    }
    await flowing;
  } catch (cause) {
    throw asDamaged(cause);
  }
  if (manifest === null) throw damaged('it is empty');
  const [left] = missing.keys();
  if (left !== undefined) throw damaged(`${left} is missing`);
  for (const folder of manifest.dirs) await mkdir(join(target, folder), { recursive: true });
  return manifest;
}

/** Before a small archive that says it holds terabytes fills the disk with them. */
async function assertRoom(target: string, { files }: BackupManifest): Promise<void> {
  const { bavail, bsize } = await statfs(target);
  const [wanted, free] = [files.reduce((sum, { bytes }) => sum + bytes, 0), bavail * bsize];
  if (wanted > free)
    throw new AppError(
      'storage_full',
      `The backup requires ${wanted} bytes of free disk space, found ${free}. The current data is unchanged`,
    );
}

async function writeEntry(entry: AsyncIterable<Uint8Array>, path: string, file: BackupFile): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const hash = createHash('sha256');
  let bytes = 0;
  const count = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      hash.update(chunk);
      done(bytes > file.bytes ? damaged(`${file.path} is longer than its manifest says`) : null, chunk);
    },
  });
  await pipeline(
    Readable.from(entry),
    count,
    createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }),
  );
  if (bytes !== file.bytes || hash.digest('hex') !== file.sha256)
    throw damaged(`${file.path} is not as its manifest says`);
}

async function readEntry(entry: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of entry) {
    bytes += chunk.length;
    if (bytes > MAX_MANIFEST_BYTES) throw damaged('its manifest is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parseManifest(text: string): BackupManifest {
  let manifest: Partial<BackupManifest> | null;
  try {
    manifest = JSON.parse(text) as Partial<BackupManifest> | null;
  } catch {
    throw damaged('its manifest is not JSON');
  }
  const { format, version, dirs, files, created_at: createdAt } = manifest ?? {};
  if (format !== BACKUP_FORMAT) throw damaged('it is no backup of this service');
  if (version !== BACKUP_VERSION) throw damaged(`its version is not ${BACKUP_VERSION}`);
  const isFolder = (name: unknown) => (backupFolderNames as unknown[]).includes(name);
  const hasFolders = Array.isArray(dirs) && dirs.every(isFolder) && new Set(dirs).size === dirs.length;
  if (!hasFolders || !isBackupTime(createdAt) || !Array.isArray(files))
    throw damaged('its manifest is not as this service writes it');
  if (files.length > MAX_FILES) throw damaged(`it holds more than ${MAX_FILES} files`);
  for (const file of files as Partial<BackupFile>[]) {
    if (!isBackupFile(file) || !(dirs as string[]).includes(file.path.split('/')[0]!))
      throw damaged('its manifest names a file that cannot be');
  }
  if (new Set(files.map(({ path }) => path)).size !== files.length)
    throw damaged('its manifest names a file twice');
  return manifest as BackupManifest;
}

function isBackupFile(file: Partial<BackupFile>): file is BackupFile {
  const { path, bytes, sha256 } = file;
  if (typeof path !== 'string' || !Number.isSafeInteger(bytes) || bytes! < 0) return false;
  const parts = path.split('/');
  const isSafe = parts.length > 1 && parts.every((part) => part !== '' && part !== '.' && part !== '..');
  return isSafe && !/[\\\0]/.test(path) && typeof sha256 === 'string' && /^[0-9a-f]{64}$/.test(sha256);
}

/** Errors of invalid names, and of a file in the place of a required folder. */
const IMPOSSIBLE_FILES = new Set(['ENAMETOOLONG', 'ENOTDIR', 'EISDIR', 'EEXIST', 'EINVAL', 'EILSEQ']);

/** Errors of zlib and tar mean a damaged archive; errors of the disk do not. */
function asDamaged(error: unknown): unknown {
  if (error instanceof AppError) return error;
  const code = (error as NodeJS.ErrnoException).code ?? '';
  if (isStorageFull(error))
    return new AppError('storage_full', 'There is no space left to unpack the backup', { cause: error });
  if (/^E[A-Z]+$/.test(code) && !IMPOSSIBLE_FILES.has(code)) return error;
  return damaged('it cannot be unpacked', error);
}

export function damaged(why: string, cause?: unknown): AppError {
  return new AppError('backup_damaged', `The backup cannot be used: ${why}. The current data is unchanged`, {
    cause,
  });
}
