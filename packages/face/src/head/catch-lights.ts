import { frontVertex } from './eye-glints.js';
import type { Head, HeadPart, HeadTexture } from './head.js';
import type { Rotation } from './head-transforms.js';

/**
 * Glints of a window in the eyes. A glint lies where the cornea mirrors the light to the viewer: it stays where it is in the
 * world when the head turns, and follows the eye by the share by which the cornea does.
 */
export interface CatchLight {
  /** The vertex at the front of the pupil, and the middle of the eyeball at rest. */
  readonly pupil: number;
  readonly middle: readonly [number, number, number];
}

/** Metres, from the middle of the eye: the half vector of light and view times the radius of the cornea (8 mm). */
const OFFSET = [-0.0019, 0.0022] as const;
/** Metres by which it lies before the front of the eye, so that it is not lost in it; lids lie farther out. */
const BEFORE = 0.0004;
/** The centre of the cornea is 5.7 of the 13.5 mm from the middle of the eyeball to its front. */
const FOLLOWS = 0.45;
/** Half the side of the square that is drawn, in metres. */
const HALF = 0.0014;
const SIDE = 16;

export const CATCH_LIGHT_VERTICES = 4;
/** u, v of the corners; and their two triangles, counter-clockwise. */
export const CATCH_LIGHT_COORDINATES = [0, 0, 1, 0, 1, 1, 0, 1] as const;
export const CATCH_LIGHT_TRIANGLES = [0, 2, 1, 0, 3, 2] as const;
const CORNERS = [
  [-1, 1],
  [1, 1],
  [1, -1],
  [-1, -1],
] as const;

/** The eyes of a head that are meshes of their own; none where the file's eyes are lit, and shine as it says. */
export function catchLights(head: Head): readonly CatchLight[] {
  return head.parts
    .filter(({ role, painted }) => role === 'eye' && painted)
    .map((part) => ({ pupil: frontVertex(head, part), middle: middleOf(head, part) }));
}

/** The middle of the part's box across and up; in depth that of the ball of the same width. */
function middleOf({ positions }: Head, { firstVertex, vertices }: HeadPart): [number, number, number] {
  const least = [Infinity, Infinity];
  const most = [-Infinity, -Infinity, -Infinity];
  for (let i = firstVertex; i < firstVertex + vertices; i++) {
    for (let k = 0; k < 3; k++) {
      const value = positions[4 * i + k]!;
      if (k < 2) least[k] = Math.min(least[k]!, value);
      most[k] = Math.max(most[k]!, value);
    }
  }
  const radius = (most[0]! - least[0]!) / 2;
  return [(most[0]! + least[0]!) / 2, (most[1]! + least[1]!) / 2, most[2]! - radius];
}

/**
 * The four corners of a glint as vertices at rest (x, y, z, 1), written so that the turn of the head, `rotation`,
 * brings them to where the light puts them. `pupil` is where the pupil is, morphed and not yet turned.
 */
export function placeCatchLight(
  { middle }: CatchLight,
  pupil: Float32Array,
  rotation: Rotation,
  out: Float32Array,
): void {
  const [a, b, c, d, e, f, g, h, i] = rotation;
  // Along the head's axes: from the middle towards the pupil.
  const along = [0, 1, 2].map((k) => (pupil[k]! - middle[k]!) * FOLLOWS);
  const reach = Math.hypot(pupil[0]! - middle[0], pupil[1]! - middle[1], pupil[2]! - middle[2]);
  const forward = reach * (1 - FOLLOWS) + BEFORE;
  CORNERS.forEach(([right, up], corner) => {
    const x = OFFSET[0] + right * HALF;
    const y = OFFSET[1] + up * HALF;
    // The transpose of a rotation undoes it.
    out[4 * corner] = middle[0] + along[0]! + a * x + d * y + g * forward;
    out[4 * corner + 1] = middle[1] + along[1]! + b * x + e * y + h * forward;
    out[4 * corner + 2] = middle[2] + along[2]! + c * x + f * y + i * forward;
    out[4 * corner + 3] = 1;
  });
}

/** A soft patch of white, between a circle and a square. */
export function catchLightTexture(): HeadTexture {
  const pixels = new Uint8Array(4 * SIDE * SIDE).fill(255);
  for (let y = 0; y < SIDE; y++) {
    for (let x = 0; x < SIDE; x++) {
      const u = Math.abs((2 * x + 1) / SIDE - 1);
      const v = Math.abs((2 * y + 1) / SIDE - 1);
      const distance = (u ** 3 + v ** 3) ** (1 / 3);
      pixels[4 * (y * SIDE + x) + 3] = 245 * Math.min(1, Math.max(0, (0.95 - distance) / 0.55));
    }
  }
  return { width: SIDE, height: SIDE, pixels, repeats: false };
}
