import type { PartBox } from '../cached-face.js';

/** The pixels of a part, [3 x size x size], of a face [3 x side x side]. */
export function squareOf(face: Float32Array, side: number, { x, y, size }: PartBox): Float32Array {
  return Float32Array.from({ length: 3 * size * size }, (_, at) => {
    const plane = Math.floor(at / (size * size));
    const row = Math.floor(at / size) % size;
    return face[(plane * side + y + row) * side + x + (at % size)]!;
  });
}
