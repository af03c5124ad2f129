import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type CheckOptions, type FileState, stateOfFile } from './file-state.js';
import { modelsDir, pathIn } from './folders.js';
import type { KnownFile, KnownModel } from './model.js';

/** `own`: another export, put into the model's folder under another name. `partial`: some of its files are not there yet. */
export type ModelState = 'missing' | 'partial' | 'installed' | 'own' | 'damaged';

export interface CheckedModel {
  readonly model: KnownModel;
  readonly state: ModelState;
  readonly files: readonly { readonly file: KnownFile; readonly state: FileState }[];
  /** Absolute paths of the files to load; empty unless it is installed or own. */
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
    return {
      model,
      files,
      state: 'installed',
      paths: model.files.map(({ path }) => pathIn(dataDir, path)),
    };
  const own = has('installed') ? undefined : await ownExport(dataDir, model);
  if (own !== undefined) return { model, files, state: 'own', paths: [own] };
  return { model, files, state: has('installed') || has('partial') ? 'partial' : 'missing', paths: [] };
}

/** The first .onnx or .gguf in the folder of a network of which no file is there. Nobody knows its checksum but who put it there. */
async function ownExport(dataDir: string, model: KnownModel): Promise<string | undefined> {
  const dir = join(modelsDir(dataDir), model.name);
  const names = await readdir(dir).catch(() => []);
  const [first] = names.filter((name) => /\.(?:onnx|gguf)$/.test(name) && !name.startsWith('.')).toSorted();
  return first === undefined ? undefined : join(dir, first);
}
