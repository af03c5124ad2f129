import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { sha256Of } from '@anima/inference';
import { partialBytes } from './download/partial-file.js';
import { type Engine, type KnownFile, type KnownModel, modelsDir, pathIn } from './model.js';
import { readTable } from './table/read-table.js';

/** `partial`: a download that has not finished. */
export type FileState = 'missing' | 'partial' | 'installed' | 'damaged';

/** `own`: another file that the user put into the model's folder. `partial`: some files are missing. */
export type ModelState = FileState | 'own';

export interface CheckOptions {
  /** Reads every byte again; otherwise a file of the same size and time as before counts as unchanged. */
  readonly reread?: boolean;
  readonly signal?: AbortSignal | undefined;
}

/** Result of the last time that a file was read to its end. */
interface VerifiedFile {
  readonly sha256: string;
  readonly bytes: number;
  readonly mtimeMs: number;
  /** Checksum of the first copy, which counts if none is published. */
  readonly firstSha256: string;
}

/** Returns the path of the record of a file. Separate records let two downloads write at the same time. */
function recordPath(dataDir: string, path: string): string {
  return pathIn(dataDir, `models/.verified/${path}.json`);
}

/** Returns null if there is no valid record: then the file is read again. */
async function readVerified(dataDir: string, path: string): Promise<VerifiedFile | null> {
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

async function writeVerified(dataDir: string, path: string, file: VerifiedFile): Promise<void> {
  const target = recordPath(dataDir, path);
  await mkdir(dirname(target), { recursive: true });
  const temporary = `${target}.${process.pid}`;
  await writeFile(temporary, JSON.stringify(file));
  await rename(temporary, target);
}

/** Removes the record, so that the next copy of the file is the first one again. */
export async function forgetVerified(dataDir: string, path: string): Promise<void> {
  await rm(recordPath(dataDir, path), { force: true });
}

/** Records a downloaded file: its checksum counts from now on if none is published. */
export async function rememberFetched(dataDir: string, file: KnownFile, sha256: string): Promise<void> {
  const { size, mtimeMs } = await stat(pathIn(dataDir, file.path));
  await writeVerified(dataDir, file.path, { sha256, bytes: size, mtimeMs, firstSha256: sha256 });
}

/** Returns the published checksum, else that of the first copy. */
export async function expectedSha256(dataDir: string, file: KnownFile): Promise<string | null> {
  return file.sha256 ?? (await readVerified(dataDir, file.path))?.firstSha256 ?? null;
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
    // If the folder cannot be written, the file is read again each time.
    await writeVerified(dataDir, file.path, {
      sha256,
      bytes: info.size,
      mtimeMs: info.mtimeMs,
      firstSha256,
    }).catch(() => {});
  return sha256 === (file.sha256 ?? firstSha256) ? 'installed' : 'damaged';
}

export interface CheckedModel {
  readonly model: KnownModel;
  readonly state: ModelState;
  readonly files: readonly { readonly file: KnownFile; readonly state: FileState }[];
  /** Absolute paths of the files to load; empty unless the state is `installed` or `own`. */
  readonly paths: readonly string[];
}

export async function checkModel(
  dataDir: string,
  model: KnownModel,
  options: CheckOptions = {},
): Promise<CheckedModel> {
  const files: { file: KnownFile; state: FileState }[] = [];
  for (const file of model.files) files.push({ file, state: await stateOfFile(dataDir, file, options) });
  const has = (state: FileState): boolean => files.some((file) => file.state === state);
  if (has('damaged')) return { model, files, state: 'damaged', paths: [] };
  if (!has('missing') && !has('partial'))
    return { model, files, state: 'installed', paths: model.files.map(({ path }) => pathIn(dataDir, path)) };
  const own = has('installed') ? undefined : await ownFile(dataDir, model);
  if (own !== undefined) return { model, files, state: 'own', paths: [own] };
  return { model, files, state: has('installed') || has('partial') ? 'partial' : 'missing', paths: [] };
}

/** Finds the first .onnx or .gguf file in the folder of a network of which no file is there. Its checksum is not known. */
async function ownFile(dataDir: string, model: KnownModel): Promise<string | undefined> {
  const dir = join(modelsDir(dataDir), model.name);
  const names = await readdir(dir).catch(() => []);
  const [first] = names.filter((name) => /\.(?:onnx|gguf)$/.test(name) && !name.startsWith('.')).toSorted();
  return first === undefined ? undefined : join(dir, first);
}

/** A model that can be loaded now. */
export interface InstalledModel {
  readonly name: string;
  readonly engine: Engine;
  readonly licence: string;
  /** False for another file, whose checksum is not in the table. */
  readonly verified: boolean;
  /** Absolute paths in the order of the table. */
  readonly paths: readonly string[];
}

/**
 * Returns the models of the table whose files are complete and have the right checksum. A file is read once and then
 * recognised by its size and time, so that this takes milliseconds at every start but the first; `anima models verify`
 * reads all files again. Rejects with a ModelsError `table_invalid`.
 */
export async function installedModels(dataDir: string): Promise<readonly InstalledModel[]> {
  const installed: InstalledModel[] = [];
  for (const model of await readTable(dataDir)) {
    const { state, paths } = await checkModel(dataDir, model);
    if (state !== 'installed' && state !== 'own') continue;
    const { name, engine, licence } = model;
    installed.push({ name, engine, licence, verified: state === 'installed', paths });
  }
  return installed;
}
