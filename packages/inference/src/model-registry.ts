import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { open, readFile, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type EmbeddingFormat, parseEmbeddingFormat } from './embedding-format.js';
import { ModelMissingError } from './errors.js';

/** Entry of models/registry.json, which lists every model that ships with its origin, licence and files. */
export interface ModelEntry {
  /** Name of the model and of its folder in the models directory. */
  readonly name: string;
  /** The npm package of a model that is not a default: a released installation contains the model only if it is installed. */
  readonly package?: string;
  readonly purpose: string;
  readonly licence: string;
  readonly origin: string;
  readonly files: readonly ModelFile[];
  /** Only for embedding models. */
  readonly embedding?: EmbeddingFormat;
  /**
   * Revisions (see OpenedModel) of earlier files of an embedding model whose vectors are comparable, for example because the
   * same network was packed differently. Vectors of any other revision belong to another model.
   */
  readonly comparable?: readonly string[];
}

export interface ModelFile {
  /** Path relative to the folder of the model, with forward slashes. */
  readonly path: string;
  readonly sha256: string;
  readonly bytes: number;
}

/** A model whose files were complete and unchanged when it was opened. */
export interface OpenedModel {
  readonly name: string;
  readonly dir: string;
  /** Absolute paths of the files by their paths in the registry. */
  readonly files: ReadonlyMap<string, string>;
  /** Identifies the files that determine vectors: the starts of the checksums of its networks and its tokeniser. */
  readonly revision: string;
  readonly comparable: readonly string[];
  /** Only for embedding models. */
  readonly embedding?: EmbeddingFormat | undefined;
}

export interface OpenModelOptions {
  /** Default: the result of `resolveModelsDir`. */
  readonly modelsDir?: string;
}

const REGISTRY = 'registry.json';

/** Returns ANIMA_MODELS_DIR, else the nearest models/ with a registry in a folder above this package. */
export function resolveModelsDir(env: NodeJS.ProcessEnv = process.env): string {
  if (env.ANIMA_MODELS_DIR) return resolve(env.ANIMA_MODELS_DIR);
  const start = dirname(fileURLToPath(import.meta.url));
  for (let dir = start; ; dir = dirname(dir)) {
    const candidate = join(dir, 'models');
    if (existsSync(join(candidate, REGISTRY))) return candidate;
    if (dir === dirname(dir))
      throw new ModelMissingError(
        `Expected models/${REGISTRY} in a folder above ${start}, found none: set ANIMA_MODELS_DIR to the models directory`,
      );
  }
}

export async function readRegistry(modelsDir: string): Promise<readonly ModelEntry[]> {
  const path = join(modelsDir, REGISTRY);
  const text = await readFile(path, 'utf8').catch((cause) => {
    throw new ModelMissingError(
      `Expected ${path}, found none: set ANIMA_MODELS_DIR to the folder that contains it`,
      {
        cause,
      },
    );
  });
  try {
    return parseRegistry(JSON.parse(text));
  } catch (cause) {
    throw new ModelMissingError(`Cannot read ${path}: ${(cause as Error).message}`, { cause });
  }
}

/**
 * Opens a model after it has verified the presence, size and sha256 of every file. Hashing 34 MB takes 25 ms with the SHA
 * instructions of the CPU and about 80 ms without them. A second call in the same process trusts size and mtime. Rejects with
 * a ModelMissingError that names all faults in one line.
 */
export async function openModel(name: string, options: OpenModelOptions = {}): Promise<OpenedModel> {
  const modelsDir = resolve(options.modelsDir ?? resolveModelsDir());
  const registry = await readRegistry(modelsDir);
  const entry = registry.find((model) => model.name === name);
  if (!entry) {
    const known = registry.map((model) => model.name).join(', ') || 'none';
    throw new ModelMissingError(
      `No model is named ${name} in ${join(modelsDir, REGISTRY)}. Expected one of: ${known}`,
    );
  }
  const dir = modelFolder(modelsDir, entry);
  const faults = (await Promise.all(entry.files.map((file) => faultOf(dir, file)))).filter(
    (fault) => fault !== '',
  );
  if (faults.length > 0)
    throw new ModelMissingError(
      `Model ${name} in ${dir} cannot be used: ${faults.join('; ')}. ${remedyFor(entry, dir)}`,
    );
  return {
    name,
    dir,
    files: new Map(entry.files.map((file) => [file.path, join(dir, file.path)])),
    revision: revisionOf(entry.files),
    comparable: entry.comparable ?? [],
    embedding: entry.embedding,
  };
}

/** Returns the folder of a model in the models directory, or of its package if it is only there. */
function modelFolder(modelsDir: string, { name, package: own }: ModelEntry): string {
  const dir = join(modelsDir, name);
  if (own === undefined || existsSync(dir)) return dir;
  try {
    return dirname(createRequire(join(modelsDir, REGISTRY)).resolve(`${own}/package.json`));
  } catch {
    return dir;
  }
}

/** Whether a model is there: a default model always is, another one if its package is installed. */
export function isModelInstalled(modelsDir: string, entry: ModelEntry): boolean {
  return entry.package === undefined || existsSync(modelFolder(modelsDir, entry));
}

function remedyFor({ name, package: own }: ModelEntry, dir: string): string {
  return own !== undefined && !existsSync(dir)
    ? `Install it next to Anima: npm install ${own}`
    : `Restore it with \`git checkout -- models/${name}\`, reinstall Anima, or set ANIMA_MODELS_DIR`;
}

const VOCABULARIES = new Set(['tokenizer.json', 'vocab.bin']);

export function revisionOf(files: readonly ModelFile[]): string {
  const making = files.filter(({ path }) => path.endsWith('.onnx') || VOCABULARIES.has(path));
  return making.map(({ sha256 }) => sha256.slice(0, 16)).join('-');
}

/** Keys (path, size, mtime and checksum) of verified files. */
const verified = new Set<string>();

/** Returns the fault of a file, or an empty text. */
async function faultOf(dir: string, file: ModelFile): Promise<string> {
  const path = join(dir, file.path);
  const info = await stat(path).catch(() => undefined);
  if (!info) return `${file.path} is missing`;
  if (info.size !== file.bytes) return `${file.path} has ${info.size} bytes instead of ${file.bytes}`;
  const key = `${path}\n${info.size}\n${info.mtimeMs}\n${file.sha256}`;
  if (verified.has(key)) return '';
  if ((await sha256Of(path)) !== file.sha256) return `${file.path} is damaged (wrong sha256)`;
  verified.add(key);
  return '';
}

/** Returns the checksum of a file, through one small buffer: a stream would leave the whole file to the garbage collector. Rejects with the reason of the signal when it aborts. */
export async function sha256Of(path: string, signal?: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  const buffer = Buffer.allocUnsafeSlow(256 * 1024);
  const file = await open(path);
  try {
    for (;;) {
      signal?.throwIfAborted();
      const { bytesRead } = await file.read(buffer);
      if (bytesRead === 0) return hash.digest('hex');
      hash.update(buffer.subarray(0, bytesRead));
    }
  } finally {
    await file.close();
  }
}

function parseRegistry(value: unknown): readonly ModelEntry[] {
  const models = (value as { models?: unknown }).models;
  if (!Array.isArray(models)) throw new Error('expected a list of models');
  for (const model of models as Partial<Record<keyof ModelEntry, unknown>>[]) {
    for (const key of ['name', 'purpose', 'licence', 'origin'] as const)
      if (typeof model[key] !== 'string')
        throw new Error(`expected a string for ${key} of model ${String(model.name)}`);
    if (!Array.isArray(model.files) || model.files.length === 0 || !model.files.every(isModelFile))
      throw new Error(`expected files with path, sha256 and bytes for model ${String(model.name)}`);
    if (model.package !== undefined && typeof model.package !== 'string')
      throw new Error(`expected a string for package of model ${String(model.name)}`);
    const { comparable = [] } = model;
    if (!Array.isArray(comparable) || comparable.some((revision) => typeof revision !== 'string'))
      throw new Error(`expected a list of revisions for comparable of model ${String(model.name)}`);
    if (model.embedding !== undefined) parseEmbeddingFormat(model.embedding, String(model.name));
  }
  return models as ModelEntry[];
}

function isModelFile(value: unknown): value is ModelFile {
  const { path, sha256, bytes } = (value ?? {}) as Partial<Record<keyof ModelFile, unknown>>;
  return (
    typeof path === 'string' &&
    !path.split('/').includes('..') &&
    typeof sha256 === 'string' &&
    /^[0-9a-f]{64}$/.test(sha256) &&
    Number.isInteger(bytes)
  );
}
