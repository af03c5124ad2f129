import { MAX_TRIANGLES, MAX_VERTICES } from '../gltf-primitives.js';
import { HeadError } from '../head-error.js';

const HEADER = 11;
const HAS_METADATA = 0x8000;
const MESH = 1;
const SEQUENTIAL = 0;
const DEEPEST = 8;

/**
 * Rejects a mesh that would need too much memory, before it is decoded. The header contains the numbers of vertices and triangles
 * ("Draco Bitstream Specification" 2.2, sections 4 to 6). Throws HeadError.
 */
export function checkDracoSize(bytes: Uint8Array): void {
  const cursor = new Cursor(bytes);
  const isDraco = new TextDecoder('latin1').decode(bytes.subarray(0, 5)) === 'DRACO';
  if (!isDraco || bytes.length < HEADER || bytes[7] !== MESH)
    throw new HeadError('The GLB is damaged: expected a mesh of Draco, received other data');
  cursor.at = HEADER;
  if ((bytes[9]! | (bytes[10]! << 8)) & HAS_METADATA) skipMetadata(cursor);
  let [vertices, triangles] = [0, 0];
  if (bytes[8] === SEQUENTIAL) {
    triangles = cursor.number();
    vertices = cursor.number();
  } else {
    // How the triangles are walked through.
    cursor.skip(1);
    vertices = cursor.number();
    triangles = cursor.number();
  }
  if (vertices > MAX_VERTICES || triangles > MAX_TRIANGLES)
    throw new HeadError(
      `Expected a mesh of Draco of at most ${MAX_VERTICES} vertices and ${MAX_TRIANGLES} triangles, received ${vertices} and ${triangles}`,
    );
}

function skipMetadata(cursor: Cursor): void {
  for (let attributes = cursor.number(); attributes > 0; attributes--) {
    cursor.number();
    skipElement(cursor, 0);
  }
  skipElement(cursor, 0);
}

function skipElement(cursor: Cursor, depth: number): void {
  if (depth > DEEPEST) throw new HeadError('The GLB is damaged: the metadata of Draco has no end');
  for (let entries = cursor.number(); entries > 0; entries--) {
    cursor.skip(cursor.byte());
    cursor.skip(cursor.number());
  }
  for (let below = cursor.number(); below > 0; below--) {
    cursor.skip(cursor.byte());
    skipElement(cursor, depth + 1);
  }
}

class Cursor {
  at = 0;
  constructor(private readonly bytes: Uint8Array) {}

  byte(): number {
    const value = this.bytes[this.at++];
    if (value === undefined) throw new HeadError('The GLB is damaged: a mesh of Draco breaks off');
    return value;
  }

  skip(count: number): void {
    this.at += count;
  }

  /** Seven bits a byte, the lowest first. */
  number(): number {
    let value = 0;
    for (let shift = 0; shift < 35; shift += 7) {
      const byte = this.byte();
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) break;
    }
    return value;
  }
}
