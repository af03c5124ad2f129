import type { Head, HeadPart } from './head.js';

/** Share of the texture's width that the iris takes, from its middle; seen in models/heads. */
const IRIS = 0.155;
/** Levels by which a texel must be brighter than those opposite to be taken for a glint. */
const BRIGHTER = 24;
/** Texels compared: the others at the same distance from the middle. */
const AROUND = 12;

/**
 * Takes painted glints out of an iris: an iris looks much the same all around, so a texel that is much brighter than the median
 * of its circle becomes that median. Seen are red, green and blue together.
 */
export function removeGlints(head: Head, part: HeadPart): void {
  const { width, height, pixels } = head.textures[part.texture]!;
  const front = frontVertex(head, part);
  const cx = head.coordinates[2 * front]! * width;
  const cy = head.coordinates[2 * front + 1]! * height;
  const radius = IRIS * width;
  const before = pixels.slice();
  const at = (x: number, y: number): number =>
    4 *
    (Math.max(0, Math.min(height - 1, Math.floor(y))) * width +
      Math.max(0, Math.min(width - 1, Math.floor(x))));
  const bright = (i: number): number => before[i]! + before[i + 1]! + before[i + 2]!;
  for (let y = Math.floor(cy - radius); y <= cy + radius; y++) {
    for (let x = Math.floor(cx - radius); x <= cx + radius; x++) {
      const dx = x + 0.5 - cx;
      const dy = y + 0.5 - cy;
      if (Math.hypot(dx, dy) > radius) continue;
      const circle = Array.from({ length: AROUND }, (_, k) => {
        const turn = (2 * Math.PI * (k + 0.5)) / AROUND;
        return at(
          cx + dx * Math.cos(turn) - dy * Math.sin(turn),
          cy + dx * Math.sin(turn) + dy * Math.cos(turn),
        );
      }).sort((a, b) => bright(a) - bright(b));
      const median = circle[AROUND / 2]!;
      const here = at(x, y);
      if (bright(here) > bright(median) + 3 * BRIGHTER) pixels.set(before.subarray(median, median + 3), here);
    }
  }
}

/** The vertex nearest to the viewer: the middle of the pupil. */
export function frontVertex(
  { positions }: Pick<Head, 'positions'>,
  { firstVertex, vertices }: HeadPart,
): number {
  let front = firstVertex;
  for (let i = firstVertex; i < firstVertex + vertices; i++) {
    if (positions[4 * i + 2]! > positions[4 * front + 2]!) front = i;
  }
  return front;
}
