import { HeadError } from './head.js';

/** JSON of an unchecked file: each value is validated before use. */
export interface JsonObject {
  readonly [key: string]: unknown;
}

export function objectFrom(value: unknown, what: string): JsonObject {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new HeadError(`Expected an object for ${what}`);
  return value as JsonObject;
}

/** Returns the object under `key`, or an empty object if the key is missing. */
export function objectAt(from: JsonObject, key: string): JsonObject {
  return from[key] === undefined ? {} : objectFrom(from[key], key);
}

/** Returns the list under `key`, or an empty list if the key is missing. */
export function listAt(from: JsonObject, key: string): readonly unknown[] {
  const value = from[key];
  if (value === undefined) return [];
  if (!Array.isArray(value)) throw new HeadError(`Expected a list for ${key}`);
  return value;
}

/** Entry `index` of the list `key` of the file's root. */
export function entryOf(root: JsonObject, key: string, index: number): JsonObject {
  const list = listAt(root, key);
  if (index >= list.length)
    throw new HeadError(`The GLB refers to ${key}[${index}], but it has ${list.length} ${key}`);
  return objectFrom(list[index], `${key}[${index}]`);
}

/** Returns a whole number from 0 to 2^32 under `key`, or `otherwise` if the key is missing. */
export function countAt(from: JsonObject, key: string, otherwise?: number): number {
  const value = from[key] ?? otherwise;
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0 || value > 2 ** 32)
    throw new HeadError(`Expected a whole number for ${key}, received ${JSON.stringify(value) ?? 'none'}`);
  return value;
}

/** An index into another list, or undefined. */
export function referenceAt(from: JsonObject, key: string): number | undefined {
  return from[key] === undefined ? undefined : countAt(from, key);
}

export function numbersAt(from: JsonObject, key: string, otherwise: readonly number[]): readonly number[] {
  const value = from[key];
  if (value === undefined) return otherwise;
  if (
    !Array.isArray(value) ||
    value.length !== otherwise.length ||
    !value.every((one) => typeof one === 'number' && Math.abs(one) < 1e9)
  )
    throw new HeadError(`Expected ${otherwise.length} numbers for ${key}`);
  return value;
}

export function textAt(from: JsonObject, key: string): string {
  const value = from[key];
  return typeof value === 'string' ? value : '';
}

/** The two chunks of a binary glTF 2.0 file ("GLB-stored Buffer", glTF 2.0 specification, section 4). */
export interface Glb {
  readonly json: JsonObject;
  readonly binary: Uint8Array;
}

const MAGIC = 0x46546c67;
const JSON_CHUNK = 0x4e4f534a;
const BINARY_CHUNK = 0x004e4942;
const HEADER = 12;
/** Bytes. A head of 250,000 triangles with 52 dense shapes and its pictures stays below. */
export const LARGEST_FILE = 256 * 2 ** 20;
const LARGEST_JSON = 32 * 2 ** 20;

/** Parses the container. Bytes after its stated length are not read. Throws HeadError. */
export function readGlb(bytes: Uint8Array): Glb {
  if (bytes.length > LARGEST_FILE)
    throw new HeadError(
      `Expected a GLB of at most ${LARGEST_FILE / 2 ** 20} MB, received ${bytes.length} bytes`,
    );
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < HEADER || view.getUint32(0, true) !== MAGIC)
    throw new HeadError('Expected a binary glTF file (.glb), which begins with "glTF"');
  const version = view.getUint32(4, true);
  if (version !== 2) throw new HeadError(`Expected glTF version 2, received version ${version}`);
  const length = view.getUint32(8, true);
  if (length > bytes.length)
    throw new HeadError(`The GLB is cut off: it says it has ${length} bytes, ${bytes.length} came`);

  let json: JsonObject | undefined;
  let binary: Uint8Array | undefined;
  for (let at = HEADER; at + 8 <= length; ) {
    const size = view.getUint32(at, true);
    const kind = view.getUint32(at + 4, true);
    at += 8;
    if (size > length - at) throw new HeadError('The GLB is damaged: a chunk reaches beyond its end');
    const chunk = bytes.subarray(at, at + size);
    if (kind === JSON_CHUNK && json === undefined) json = parseJson(chunk);
    else if (kind === BINARY_CHUNK && binary === undefined) binary = chunk;
    at += size;
  }
  if (json === undefined) throw new HeadError('The GLB is damaged: it has no JSON chunk');
  return { json, binary: binary ?? new Uint8Array(0) };
}

function parseJson(chunk: Uint8Array): JsonObject {
  if (chunk.length > LARGEST_JSON)
    throw new HeadError(`Expected at most ${LARGEST_JSON / 2 ** 20} MB of JSON in the GLB`);
  try {
    return objectFrom(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(chunk)), 'the JSON chunk');
  } catch (cause) {
    if (cause instanceof HeadError) throw cause;
    throw new HeadError('The GLB is damaged: its JSON chunk cannot be parsed', { cause });
  }
}
