import { type Frame, planesOf } from '../picture/frame.js';
import { describeInside, shadeInside } from './inside-shading.js';
import type { MouthColours } from './mouth-paint.js';
import type { MouthPlace } from './mouth-place.js';
import { COLUMNS } from './mouth-sheet.js';
import type { MouthDrawn } from './mouth-warp.js';
import type { SourceTeeth } from './own-teeth.js';
import { createSheet } from './pixel-map.js';
import type { SheetPainter } from './sheet-painter.js';

export interface MouthPainter {
  /** Paints what shows between the lips; nothing where they touch. */
  paint(
    mouth: MouthDrawn,
    place: MouthPlace,
    weights: Float32Array,
    colours: MouthColours,
    own: SourceTeeth | null,
    into: Frame,
  ): void;
}

/** Grain: the noise of a pixel is the sum of so many even ones, which is nearly normal. */
const DRAWS = 3;

/** `sheets` draw over the same picture. */
export function createMouthPainter(sheets: Pick<SheetPainter, 'draw'>): MouthPainter {
  const strip = createSheet(COLUMNS, 2, 1);
  // In the strip x runs from corner to corner, y from the upper lip to the lower.
  for (let column = 0; column < COLUMNS; column++)
    for (let ring = 0; ring < 2; ring++) {
      strip.from[2 * (ring * COLUMNS + column)] = (2 * column) / (COLUMNS - 1) - 1;
      strip.from[2 * (ring * COLUMNS + column) + 1] = ring;
    }
  const pixel = new Float32Array(3);
  /** U, V and how many pixels, of each sample of a line. */
  let sums = new Float32Array(0);

  return {
    paint: ({ upper, lower }, place, weights, colours, own, into) => {
      strip.to.set(upper.to.subarray(2 * COLUMNS, 4 * COLUMNS), 0);
      strip.to.set(lower.to.subarray(2 * COLUMNS, 4 * COLUMNS), 2 * COLUMNS);
      const map = sheets.draw(strip);
      const middle = 2 * (COLUMNS + (COLUMNS - 1) / 2);
      const lips = {
        dx: lower.to[middle]! - upper.to[middle]!,
        dy: lower.to[middle + 1]! - upper.to[middle + 1]!,
      };
      const inside = describeInside(lips, place, weights, colours, own);
      const { y: luma, u, v } = planesOf(into);
      const { left, top, right, bottom } = map;
      const line = right - left;
      const values = 3 * (line / 2);
      if (sums.length < values) sums = new Float32Array(values);
      for (let row = top; row < bottom; row++) {
        if ((row & 1) === 0) sums.fill(0);
        for (let column = left; column < right; column++) {
          const at = row * into.width + column;
          if (map.cover[at] === 0) continue;
          shadeInside(inside, column + 0.5, row + 0.5, map.y[at]!, pixel);
          const light = pixel[0]! + colours.grain * grainAt(column, row);
          luma[at] = Math.max(16, Math.min(235, light + 0.5));
          const sample = 3 * ((column - left) >> 1);
          sums[sample]! += pixel[1]!;
          sums[sample + 1]! += pixel[2]!;
          sums[sample + 2]!++;
        }
        if ((row & 1) === 1)
          for (let sample = 0; sample < values; sample += 3) {
            const count = sums[sample + 2]!;
            if (count === 0) continue;
            const at = ((row >> 1) * into.width) / 2 + left / 2 + sample / 3;
            u[at] = sums[sample]! / count + 0.5;
            v[at] = sums[sample + 1]! / count + 0.5;
          }
      }
    },
  };
}

/** Noise of standard deviation 1, the same for the same pixel. */
function grainAt(x: number, y: number): number {
  let sum = 0;
  let state = Math.imul(x, 0x9e3779b1) ^ Math.imul(y, 0x85ebca77);
  for (let draw = 0; draw < DRAWS; draw++) {
    // The finaliser of MurmurHash3 (Appleby, public domain).
    state = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
    state = Math.imul(state ^ (state >>> 13), 0xc2b2ae35);
    state ^= state >>> 16;
    sum += (state >>> 0) / 2 ** 32 - 0.5;
  }
  return sum * Math.sqrt(12 / DRAWS);
}
