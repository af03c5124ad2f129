import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pathIn } from './folders.js';

/** What was found when a file was last read to its end, and what counts where nobody published a checksum. */
export interface VerifiedFile {
  readonly sha256: string;
  readonly bytes: number;
  readonly mtimeMs: number;
  /** Of the first copy that was seen. */
  readonly firstSha256: string;
}

/** One small file a model file: two fetches at once do not write into the same one. */
function recordPath(dataDir: string, path: string): string {
  return pathIn(dataDir, `models/.verified/${path}.json`);
}

/** Null where there is none that can be read: then the file is read again. */
export async function readVerified(dataDir: string, path: string): Promise<VerifiedFile | null> {
  try {
    const record = JSON.parse(await readFile(recordPath(dataDir, path), 'utf8')) as Partial<VerifiedFile>;
    const { sha256, bytes, mtimeMs, firstSha256 } = record;
    if (typeof sha256 !== 'string' || typeof firstSha256 !== 'string') return null;
    if (typeof bytes !== 'number' || typeof mtimeMs !== 'number') return null;
    return { sha256, bytes, mtimeMs, firstSha256 };
  } catch {
    return null;
  }
}

export async function writeVerified(dataDir: string, path: string, file: VerifiedFile): Promise<void> {
  const target = recordPath(dataDir, path);
  await mkdir(dirname(target), { recursive: true });
  const beside = `${target}.${process.pid}`;
  await writeFile(beside, JSON.stringify(file));
  await rename(beside, target);
}

/** The next copy of the file is the first again. */
export async function forgetVerified(dataDir: string, path: string): Promise<void> {
  await rm(recordPath(dataDir, path), { force: true });
}
