import { smoothStep } from '../smooth-step.js';
import type { Head, HeadPart, HeadTexture } from './head.js';
import type { Rotation } from './head-transforms.js';

/** The vertex nearest to the viewer: the middle of the pupil. */
function frontVertex({ positions }: Pick<Head, 'positions'>, { firstVertex, vertices }: HeadPart): number {
  let front = firstVertex;
  for (let i = firstVertex; i < firstVertex + vertices; i++) {
    if (positions[4 * i + 2]! > positions[4 * front + 2]!) front = i;
  }
  return front;
}

/**
 * Reflections in the eyes: a window and, weaker, a bright surface on the other side. Both are drawn on one
 * small square. The cornea mirrors the light to the viewer: a reflection keeps its place in the world when
 * the head turns, and follows the eye by the same share as the cornea.
 */
export interface CatchLight {
  /** The vertex at the front of the pupil, and the middle of the eyeball at rest. */
  readonly pupil: number;
  readonly middle: readonly [number, number, number];
  /** The eyeball's radius as a share of a person's. */
  readonly size: number;
}

/** Distance in metres between the square and the front of the eye. Lids are farther out. */
const BEFORE = 0.0004;
/** The centre of the cornea is 5.7 of the 13.5 mm from the middle of the eyeball to its front. */
const FOLLOWS = 0.45;
/** Half the side of the square that is drawn, in metres, and its texels. */
const HALF = 0.0036;
const SIDE = 48;
/** Metres, of an eye of this radius. */
const RADIUS = 0.017;
const LARGEST = 2;
/**
 * Metres from the middle of the eye: the half vector of light and view times the radius of the cornea (8 mm). How far each reaches, how
 * much of that is soft, and its opacity.
 */
const GLINTS = [
  { x: -0.0019, y: 0.0022, across: 0.00105, up: 0.00125, soft: 0.5, opacity: 248 },
  { x: 0.0017, y: -0.0018, across: 0.0012, up: 0.0008, soft: 0.9, opacity: 62 },
] as const;

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

/** Returns the eyes that are separate painted meshes; none if the file lights its eyes itself. */
export function catchLights(head: Head): readonly CatchLight[] {
  return head.parts
    .filter(({ role, painted }) => role === 'eye' && painted)
    .map((part) => ({ pupil: frontVertex(head, part), ...ballOf(head, part) }));
}

/** Returns the middle of the box across and up, and in depth the middle of a ball of that width. */
function ballOf(
  { positions }: Head,
  { firstVertex, vertices }: HeadPart,
): Pick<CatchLight, 'middle' | 'size'> {
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
  return {
    middle: [(most[0]! + least[0]!) / 2, (most[1]! + least[1]!) / 2, most[2]! - radius],
    size: Math.max(1, Math.min(LARGEST, radius / RADIUS)),
  };
}

/**
 * Writes the four corners of a reflection as vertices at rest (x, y, z, 1), so that `rotation` of the head
 * moves them to the place where the light reflects. `pupil` is the morphed position of the pupil before the
 * head turns.
 */
export function placeCatchLight(
  { middle, size }: CatchLight,
  pupil: Float32Array,
  rotation: Rotation,
  out: Float32Array,
): void {
  const [a, b, c, d, e, f, g, h, i] = rotation;
  // Along the axes of the head: from the middle to the pupil.
  const along = [0, 1, 2].map((k) => (pupil[k]! - middle[k]!) * FOLLOWS);
  const reach = Math.hypot(pupil[0]! - middle[0], pupil[1]! - middle[1], pupil[2]! - middle[2]);
  const forward = reach * (1 - FOLLOWS) + BEFORE;
  CORNERS.forEach(([right, up], corner) => {
    const x = right * HALF * size;
    const y = up * HALF * size;
    // The transpose of a rotation undoes it.
    out[4 * corner] = middle[0] + along[0]! + a * x + d * y + g * forward;
    out[4 * corner + 1] = middle[1] + along[1]! + b * x + e * y + h * forward;
    out[4 * corner + 2] = middle[2] + along[2]! + c * x + f * y + i * forward;
    out[4 * corner + 3] = 1;
  });
}

/** Creates soft white spots with an outline between an ellipse and a rectangle. */
export function catchLightTexture(): HeadTexture {
  const pixels = new Uint8Array(4 * SIDE * SIDE).fill(255);
  for (let row = 0; row < SIDE; row++) {
    for (let column = 0; column < SIDE; column++) {
      const x = HALF * ((2 * column + 1) / SIDE - 1);
      const y = HALF * (1 - (2 * row + 1) / SIDE);
      const opacities = GLINTS.map((glint) => {
        const across = Math.abs(x - glint.x) / glint.across;
        const up = Math.abs(y - glint.y) / glint.up;
        return glint.opacity * smoothStep((1 - (across ** 3 + up ** 3) ** (1 / 3)) / glint.soft);
      });
      pixels[4 * (row * SIDE + column) + 3] = Math.max(...opacities);
    }
  }
  return { width: SIDE, height: SIDE, pixels, repeats: false };
}
