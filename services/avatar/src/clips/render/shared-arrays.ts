import { readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { writeAtomically } from '../../storage/replace-file.js';

/**
 * Stores plain data with typed arrays in one file: a line of JSON that states the position of each array,
 * followed by the arrays. The file is compressed: the arrays of a head have many zeros, and a quarter of their
 * size is released.
 */

const TYPES = { Uint8Array, Int32Array, Uint32Array, Float32Array } as const;

interface Place {
  array: keyof typeof TYPES;
  /** Offset in bytes after the padded line of JSON. */
  at: number;
  length: number;
}

interface Header {
  data: unknown;
  /** Bytes of all arrays with padding. */
  bytes: number;
}

/** Alignment in bytes of the line and of each array. */
const ALIGNMENT = 16;
/** Bytes before the line that contain its length. */
const LENGTH_BYTES = 4;

/** Writes it: complete, or not at all. Throws where JSON would say something else than `data`. */
export async function writeWithArrays(path: string, data: unknown): Promise<void> {
  const arrays: Uint8Array[] = [];
  let bytes = 0;
  const json = JSON.stringify(data, (key, value: unknown) => {
    if (typeof value === 'number' && !Number.isFinite(value))
      throw new RangeError(`Expected a finite number for ${key}, received ${value}`);
    if (!ArrayBuffer.isView(value)) return value;
    const { length } = value as Uint8Array;
    const place: Place = { array: value.constructor.name as Place['array'], at: bytes, length };
    const padded = new Uint8Array(aligned(value.byteLength));
    padded.set(new Uint8Array(value.buffer, value.byteOffset, value.byteLength));
    arrays.push(padded);
    bytes += padded.length;
    return place;
  });
  const line = Buffer.from(`{"data":${json},"bytes":${bytes}}\n`);
  const header = Buffer.alloc(aligned(LENGTH_BYTES + line.length), ' ');
  header.writeUInt32LE(header.length - LENGTH_BYTES);
  line.copy(header, LENGTH_BYTES);
  const packed = await promisify(gzip)(Buffer.concat([header, ...arrays]));
  await writeAtomically(path, (draft) => writeFile(draft, packed));
}

/**
 * Reads the data with its arrays in one shared memory. Returns null if the content is incomplete; rejects if the
 * file is damaged.
 */
export async function readWithArrays(path: string): Promise<unknown> {
  const bytes = await promisify(gunzip)(await readFile(path));
  const start = LENGTH_BYTES + bytes.readUInt32LE();
  const header = parseHeader(bytes.toString('utf8', LENGTH_BYTES, start));
  if (header === null || bytes.length !== start + header.bytes) return null;
  const memory = new Uint8Array(new SharedArrayBuffer(header.bytes));
  memory.set(bytes.subarray(start));
  return withArrays(header.data, memory.buffer);
}

function parseHeader(line: string): Header | null {
  try {
    return JSON.parse(line) as Header;
  } catch {
    return null;
  }
}

function withArrays(value: unknown, memory: ArrayBufferLike): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((each) => withArrays(each, memory));
  if ('array' in value) {
    const { array, at, length } = value as Place;
    return new (TYPES[array] as Uint8ArrayConstructor)(memory, at, length);
  }
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withArrays(each, memory)]));
}

function aligned(bytes: number): number {
  return Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;
}
