import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { AppError } from '@anima/service/errors';
import { pack } from 'tar-stream';
import type { BackupFile, BackupManifest } from './backup.js';

export const MANIFEST_NAME = 'manifest.json';

/** The checksum of each file, in the order of the archive. */
export async function describeFiles(
  root: string,
  files: readonly { path: string; bytes: number }[],
): Promise<BackupFile[]> {
  const described: BackupFile[] = [];
  for (const { path, bytes } of files) {
    described.push({ path, bytes, sha256: await sha256Of(join(root, path), bytes) });
  }
  return described;
}

async function sha256Of(path: string, bytes: number): Promise<string> {
  const hash = createHash('sha256');
  if (bytes > 0) await pipeline(createReadStream(path, { end: bytes - 1 }), hash);
  return hash.digest('hex');
}

/**
 * A compressed tar (POSIX ustar, gzip): the manifest first, then its files from where `locate` finds them. A file that changed since it was described
 * breaks it off with `backup_interrupted`.
 */
export async function* packArchive(
  locate: (path: string) => string,
  manifest: BackupManifest,
): AsyncGenerator<Uint8Array> {
  const tar = pack();
  const gzip = createGzip();
  const packed = (async () => {
    await entry(tar, { name: MANIFEST_NAME }, Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`));
    for (const file of manifest.files) await packFile(tar, locate(file.path), file);
    tar.finalize();
  })();
  packed.catch((error) => tar.destroy(error));
  const compressed = pipeline(tar, gzip);
  compressed.catch(() => {});
  try {
    for await (const piece of gzip) yield piece as Uint8Array;
  } catch (error) {
    await packed;
    throw error;
  }
  await packed;
  await compressed;
}

function entry(tar: ReturnType<typeof pack>, header: { name: string }, content: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    tar.entry({ ...header, mode: 0o600 }, content, (error) => (error ? reject(error) : resolve()));
  });
}

async function packFile(
  tar: ReturnType<typeof pack>,
  location: string,
  { path, bytes, sha256 }: BackupFile,
): Promise<void> {
  if (bytes === 0) return entry(tar, { name: path }, Buffer.alloc(0));
  const file = await open(location, 'r');
  try {
    const hash = createHash('sha256');
    const input = file.createReadStream({ end: bytes - 1, autoClose: false });
    input.on('data', (chunk) => hash.update(chunk));
    await pipeline(input, tar.entry({ name: path, size: bytes, mode: 0o600 }));
    if (hash.digest('hex') !== sha256) throw new Error('other content');
  } catch (cause) {
    throw new AppError('backup_interrupted', `${path} was changed while it was backed up; try again`, {
      cause,
    });
  } finally {
    await file.close();
  }
}
