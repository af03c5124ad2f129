import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { assertFetchable } from '../download/source-url.js';
import { ModelsError } from '../errors.js';
import type { KnownFile, KnownModel } from '../model.js';

/** File in the data directory with models of the user. An entry with a known name changes its own fields and keeps the others. */
export const OWN_TABLE = 'models.json';

type Json = Readonly<Record<string, unknown>>;

const MODEL_KEYS = ['name', 'adds', 'licence', 'restriction', 'home', 'needs', 'files'];
const FILE_KEYS = ['path', 'url', 'bytes', 'sha256'];

/** Reads models.json. Rejects with a ModelsError `table_invalid`. */
export async function readOwnModels(
  dataDir: string,
  known: readonly KnownModel[],
): Promise<readonly KnownModel[]> {
  const path = join(dataDir, OWN_TABLE);
  try {
    const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return '{"models": []}';
      throw error;
    });
    return parseOwnModels(JSON.parse(text), known);
  } catch (cause) {
    throw new ModelsError('table_invalid', `Cannot use ${path}: ${(cause as Error).message}`, { cause });
  }
}

function parseOwnModels(value: unknown, known: readonly KnownModel[]): readonly KnownModel[] {
  const models = keysOf(value, 'the file', ['models']).models;
  if (!Array.isArray(models)) throw new Error(expected('a list', 'models', models));
  return models.map((entry) => parseModel(entry, known));
}

function parseModel(value: unknown, known: readonly KnownModel[]): KnownModel {
  const entry = keysOf(value, 'a model', MODEL_KEYS);
  const name = text(entry.name, 'name');
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(name))
    throw new Error(expected('letters, digits, dots, dashes and underscores', 'name', name));
  const base = known.find((model) => model.name === name);
  const files = entry.files === undefined ? base?.files : parseFiles(entry.files, name);
  if (files === undefined) throw new Error(expected('a list', `files of ${name}`, entry.files));
  const orBase = (key: 'adds' | 'licence' | 'home', other: string): string =>
    entry[key] === undefined ? (base?.[key] ?? other) : text(entry[key], `${key} of ${name}`);
  return {
    name,
    engine: base?.engine ?? 'other',
    adds: orBase('adds', 'your own model'),
    licence: orBase('licence', 'not stated'),
    home: orBase('home', files[0]!.url),
    restriction:
      entry.restriction === undefined
        ? (base?.restriction ?? null)
        : entry.restriction === null
          ? null
          : text(entry.restriction, `restriction of ${name}`),
    needs: entry.needs === undefined ? (base?.needs ?? []) : names(entry.needs, `needs of ${name}`),
    files,
  };
}

function parseFiles(value: unknown, name: string): readonly KnownFile[] {
  if (!Array.isArray(value) || value.length === 0)
    throw new Error(expected('a list of files', `files of ${name}`, value));
  return value.map((entry) => {
    const file = keysOf(entry, `a file of ${name}`, FILE_KEYS);
    const path = text(file.path, `path of a file of ${name}`);
    if (!isOwnPath(path, name))
      throw new Error(expected(`a path in models/${name}/ or voices/`, `a file of ${name}`, path));
    const url = text(file.url, `url of ${path}`);
    assertFetchable(url);
    const { bytes = null, sha256 = null } = file;
    if (bytes !== null && !(Number.isSafeInteger(bytes) && (bytes as number) > 0))
      throw new Error(expected('a number of bytes', `bytes of ${path}`, bytes));
    if (sha256 !== null && !(typeof sha256 === 'string' && /^[0-9a-f]{64}$/.test(sha256)))
      throw new Error(expected('64 hexadecimal digits', `sha256 of ${path}`, sha256));
    return { path, url, bytes: bytes as number | null, sha256 };
  });
}

/** Whether the path is in the folder of the model or in voices/: no table may write elsewhere. */
function isOwnPath(path: string, name: string): boolean {
  const pieces = path.split('/');
  return (
    /^[A-Za-z0-9._/-]{1,200}$/.test(path) &&
    (path.startsWith(`models/${name}/`) || path.startsWith('voices/')) &&
    pieces.every((piece) => piece !== '' && !piece.startsWith('.'))
  );
}

function keysOf(value: unknown, what: string, keys: readonly string[]): Json {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Error(expected('an object', what, value));
  const unknown = Object.keys(value).find((key) => !keys.includes(key));
  if (unknown !== undefined) throw new Error(expected(`only ${keys.join(', ')}`, what, unknown));
  return value as Json;
}

function text(value: unknown, what: string): string {
  if (typeof value !== 'string' || value.trim() === '' || /\p{Cc}/u.test(value))
    throw new Error(expected('one line of text', what, value));
  return value;
}

function names(value: unknown, what: string): readonly string[] {
  if (!Array.isArray(value)) throw new Error(expected('a list of names', what, value));
  return value.map((name) => text(name, what));
}

function expected(wanted: string, what: string, received: unknown): string {
  return `Expected ${wanted} for ${what}, received ${JSON.stringify(received) ?? 'nothing'}`;
}
