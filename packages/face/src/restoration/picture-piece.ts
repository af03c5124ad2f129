import { type Affine, applyAffine, invertAffine } from '../picture/affine.js';

/** A rectangle of one plane of a frame, and which of its samples are looked at: 1 in `inside`. */
export interface PlaneRegion {
  readonly width: number;
  readonly height: number;
  readonly values: Float32Array;
  readonly inside: Uint8Array;
}

/** Samples of a plane of the frame. */
export interface PlaneSamples {
  readonly bytes: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/**
 * What of a plane lies where `shown` [cells x cells] of a crop is over a half. `toPlane` takes a square of side 1 to the plane, whose
 * samples come as they are.
 */
export function cutPiece(
  { bytes, width, height }: PlaneSamples,
  toPlane: Affine,
  shown: Float32Array,
): PlaneRegion {
  const cells = Math.sqrt(shown.length);
  const corners = [0, 1].flatMap((x) => [0, 1].map((y) => applyAffine(toPlane, { x, y })));
  const within = (value: number, most: number): number => Math.max(0, Math.min(most, Math.floor(value)));
  const left = within(Math.min(...corners.map(({ x }) => x)), width);
  const top = within(Math.min(...corners.map(({ y }) => y)), height);
  const across = within(Math.max(...corners.map(({ x }) => x)) + 1, width) - left;
  const down = within(Math.max(...corners.map(({ y }) => y)) + 1, height) - top;
  const values = new Float32Array(across * down);
  const inside = new Uint8Array(across * down);
  const { a, b, c, d, e, f } = invertAffine(toPlane);
  for (let row = 0, at = 0; row < down; row++) {
    const from = (top + row) * width + left;
    let x = cells * (a * (left + 0.5) + b * (top + row + 0.5) + c);
    let y = cells * (d * (left + 0.5) + e * (top + row + 0.5) + f);
    for (let column = 0; column < across; column++, at++, x += cells * a, y += cells * d) {
      values[at] = bytes[from + column]!;
      if (x >= 0 && y >= 0 && x < cells && y < cells && shown[(y | 0) * cells + (x | 0)]! > 0.5)
        inside[at] = 1;
    }
  }
  return { width: across, height: down, values, inside };
}

/** Half as wide and high: means of four; inside is where more than two of them are. */
export function halvePiece(piece: PlaneRegion): PlaneRegion {
  const width = piece.width >> 1;
  const height = piece.height >> 1;
  const values = new Float32Array(width * height);
  const inside = new Uint8Array(width * height);
  for (let row = 0, at = 0; row < height; row++)
    for (let column = 0; column < width; column++, at++) {
      const upper = 2 * row * piece.width + 2 * column;
      const lower = upper + piece.width;
      values[at] =
        0.25 *
        (piece.values[upper]! + piece.values[upper + 1]! + piece.values[lower]! + piece.values[lower + 1]!);
      const count =
        piece.inside[upper]! + piece.inside[upper + 1]! + piece.inside[lower]! + piece.inside[lower + 1]!;
      inside[at] = count > 2 ? 1 : 0;
    }
  return { width, height, values, inside };
}
