import { readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { deserialize, serialize } from 'node:v8';
import { gunzip, gzip } from 'node:zlib';
import { writeAtomically } from '../../storage/replace-file.js';

/** Alignment in bytes of each array in the shared memory. */
const ALIGNMENT = 16;

/**
 * Writes plain data with typed arrays to a file: complete, or not at all. The file is compressed, because the arrays of a
 * head have many zeros and releases contain them.
 */
export async function writeWithArrays(path: string, data: unknown): Promise<void> {
  // V8 does not serialise shared memory.
  const copied = mapArrays(data, (array) => array.slice());
  const packed = await promisify(gzip)(serialize(copied));
  await writeAtomically(path, (draft) => writeFile(draft, packed));
}

/** Reads the data with its arrays in one shared memory. Rejects if the file is incomplete or of an incompatible Node. */
export async function readWithArrays(path: string): Promise<unknown> {
  const data: unknown = deserialize(await promisify(gunzip)(await readFile(path)));
  let bytes = 0;
  mapArrays(data, (array) => {
    bytes += aligned(array.byteLength);
    return array;
  });
  const memory = new SharedArrayBuffer(bytes);
  let at = 0;
  return mapArrays(data, (array) => {
    const shared = new (array.constructor as Uint8ArrayConstructor)(memory, at, array.length);
    shared.set(array);
    at += aligned(array.byteLength);
    return shared;
  });
}

/** Copies plain data, with `change` applied to each typed array. */
function mapArrays(value: unknown, change: (array: Uint8Array) => Uint8Array): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (ArrayBuffer.isView(value)) return change(value as Uint8Array);
  if (Array.isArray(value)) return value.map((each) => mapArrays(each, change));
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, mapArrays(each, change)]));
}

function aligned(bytes: number): number {
  return Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;
}
