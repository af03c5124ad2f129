import { type JsonObject, objectFrom } from './gltf-json.js';
import { HeadError } from './head-error.js';

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

/** Throws HeadError. What follows the chunks that the container says it has is not read. */
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
