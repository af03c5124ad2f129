import { stat } from 'node:fs/promises';
import { partialBytes } from './download/partial-file.js';
import { pathIn } from './folders.js';
import type { KnownFile } from './model.js';
import { sha256Of } from './sha256-of.js';
import { readVerified, writeVerified } from './verified-files.js';

/** `partial`: an unfinished fetch. */
export type FileState = 'missing' | 'partial' | 'installed' | 'damaged';

export interface CheckOptions {
  /** Reads every byte again; otherwise a file of the same size and time as when it was last read is what it was. */
  readonly reread?: boolean;
  readonly signal?: AbortSignal | undefined;
}

export async function stateOfFile(
  dataDir: string,
  file: KnownFile,
  options: CheckOptions = {},
): Promise<FileState> {
  const path = pathIn(dataDir, file.path);
  const info = await stat(path).catch(() => undefined);
  if (!info) return (await partialBytes(path)) > 0 ? 'partial' : 'missing';
  if (!info.isFile() || (file.bytes !== null && info.size !== file.bytes)) return 'damaged';
  const record = await readVerified(dataDir, file.path);
  const unchanged = record !== null && record.bytes === info.size && record.mtimeMs === info.mtimeMs;
  const sha256 = unchanged && !options.reread ? record.sha256 : await sha256Of(path, options.signal);
  const firstSha256 = record?.firstSha256 ?? sha256;
  if (!unchanged || sha256 !== record.sha256)
    // A folder that cannot be written is read again each time, and no worse.
    await writeVerified(dataDir, file.path, {
      sha256,
      bytes: info.size,
      mtimeMs: info.mtimeMs,
      firstSha256,
    }).catch(() => {});
  return sha256 === (file.sha256 ?? firstSha256) ? 'installed' : 'damaged';
}

/** The checksum that counts: that of the table, else of the first copy that was seen. */
export async function expectedSha256(dataDir: string, file: KnownFile): Promise<string | null> {
  return file.sha256 ?? (await readVerified(dataDir, file.path))?.firstSha256 ?? null;
}

/** After a fetch: what came is what counts. */
export async function rememberFetched(dataDir: string, file: KnownFile, sha256: string): Promise<void> {
  const { size, mtimeMs } = await stat(pathIn(dataDir, file.path));
  await writeVerified(dataDir, file.path, { sha256, bytes: size, mtimeMs, firstSha256: sha256 });
}
