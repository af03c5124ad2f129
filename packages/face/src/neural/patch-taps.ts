/** Which four pixels of a patch's row or column make each pixel of the frame, and with what weights: [n x 4] each. */
export interface PatchTaps {
  readonly pixels: Int32Array;
  readonly weights: Float32Array;
}

/**
 * Cubic convolution (Keys, "Cubic convolution interpolation for digital image processing", 1981, a = -1/2). `first` and `count` say
 * which pixels of the frame; `start` and `length` where the patch of `size` pixels lies in it. Beyond the patch its edge is repeated.
 */
export function createPatchTaps(
  first: number,
  count: number,
  start: number,
  length: number,
  size: number,
): PatchTaps {
  const pixels = new Int32Array(4 * count);
  const weights = new Float32Array(4 * count);
  for (let i = 0; i < count; i++) {
    const position = ((first + i + 0.5 - start) * size) / length - 0.5;
    const whole = Math.floor(position);
    const t = position - whole;
    for (let tap = 0; tap < 4; tap++) pixels[4 * i + tap] = Math.max(0, Math.min(size - 1, whole - 1 + tap));
    weights[4 * i] = t * (-0.5 + t * (1 - 0.5 * t));
    weights[4 * i + 1] = 1 + t * t * (-2.5 + 1.5 * t);
    weights[4 * i + 2] = t * (0.5 + t * (2 - 1.5 * t));
    weights[4 * i + 3] = t * t * (-0.5 + 0.5 * t);
  }
  return { pixels, weights };
}

/** Row `index` of the frame from four rows of a square plane, into `out` of its width. */
export function mixRows(plane: Float32Array, taps: PatchTaps, index: number, out: Float32Array): void {
  const size = out.length;
  const { pixels, weights } = taps;
  const at = 4 * index;
  const [r0, r1, r2, r3] = [
    pixels[at]! * size,
    pixels[at + 1]! * size,
    pixels[at + 2]! * size,
    pixels[at + 3]! * size,
  ];
  const [w0, w1, w2, w3] = [weights[at]!, weights[at + 1]!, weights[at + 2]!, weights[at + 3]!];
  for (let x = 0; x < size; x++)
    out[x] = w0 * plane[r0 + x]! + w1 * plane[r1 + x]! + w2 * plane[r2 + x]! + w3 * plane[r3 + x]!;
}

/** Pixel `index` of the frame from four pixels of a row. */
export function mixPixels(row: Float32Array, { pixels, weights }: PatchTaps, index: number): number {
  const at = 4 * index;
  return (
    weights[at]! * row[pixels[at]!]! +
    weights[at + 1]! * row[pixels[at + 1]!]! +
    weights[at + 2]! * row[pixels[at + 2]!]! +
    weights[at + 3]! * row[pixels[at + 3]!]!
  );
}
