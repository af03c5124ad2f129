import type { Affine } from '../picture/affine.js';
import { blurPlane } from '../picture/blurred-plane.js';
import type { Frame } from '../picture/frame.js';
import { sampleRgbPatch } from '../picture/rgb-patch.js';
import type { FaceModels } from './face-models.js';

/**
 * Where the person is in a frame: [height x width], 0 background to 255 person. Head and shoulders of one who faces the camera;
 * it knows nothing of hands or objects before the face. `feather` is the radius in pixels by which the edge is softened.
 */
export async function readPersonMask(
  { personMask }: FaceModels,
  frame: Frame,
  feather: number,
): Promise<Uint8Array> {
  const { size, input } = personMask;
  const { width, height } = frame;
  // The network was trained on pictures that were stretched to its square.
  const toFrame: Affine = { a: width / size, b: 0, c: 0, d: 0, e: height / size, f: 0 };
  sampleRgbPatch(frame, toFrame, size, input);
  const [shares] = await personMask.run();
  const mask = enlarge(shares!, size, width, height);
  blurPlane(mask, width, height, Math.round(feather));
  return Uint8Array.from(mask, (share) => 255 * share + 0.5);
}

/** Bilinear, the last values repeated beyond their centres: first each row, then each column. */
function enlarge(values: Float32Array, size: number, width: number, height: number): Float32Array {
  const wide = new Float32Array(size * width);
  for (let column = 0; column < width; column++) {
    const { first, second, share } = between(column, width, size);
    for (let row = 0; row < size; row++) {
      const left = values[row * size + first]!;
      wide[row * width + column] = left + share * (values[row * size + second]! - left);
    }
  }
  const out = new Float32Array(width * height);
  for (let row = 0; row < height; row++) {
    const { first, second, share } = between(row, height, size);
    for (let column = 0; column < width; column++) {
      const upper = wide[first * width + column]!;
      out[row * width + column] = upper + share * (wide[second * width + column]! - upper);
    }
  }
  return out;
}

/** The two of `size` values that a pixel lies between, and the share of the second. */
function between(at: number, length: number, size: number): { first: number; second: number; share: number } {
  const place = Math.min(size - 1, Math.max(0, ((at + 0.5) * size) / length - 0.5));
  const first = Math.floor(place);
  return { first, second: Math.min(size - 1, first + 1), share: place - first };
}
