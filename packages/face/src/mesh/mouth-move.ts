import type { MouthAtRest } from './mouth-model.js';
import type { Movement } from './mouth-shapes.js';
import {
  BEYOND_RINGS,
  COLUMNS,
  MIDDLE,
  type MouthSheets,
  OUTER_LIP,
  RINGS,
  SKIN_RINGS,
} from './mouth-sheet.js';

/** Writes `own`, moved to rest and then by the movement, into `out`. */
export function moveSheet(
  own: Float32Array,
  atRest: Float32Array,
  { width, follow }: Pick<MouthAtRest, 'width' | 'follow'>,
  movement: Movement,
  side: 'upper' | 'lower',
  share: number,
  out: Float32Array,
): void {
  const lower = side === 'lower';
  const inner = lower ? movement.lowerInner : movement.upperInner;
  const outer = lower ? movement.lowerOuter : movement.upperOuter;
  for (let ring = 0; ring < RINGS; ring++) {
    const { innerShare, outerShare, middleShare, restShare } = sharesOf(ring);
    for (let column = 0; column < COLUMNS; column++) {
      const at = 3 * (ring * COLUMNS + column);
      const chin = follow[column]!;
      // Between corner and ear, where the sheets meet, both follow the jaw; the movement of the cheek is 0
      // there.
      const jaw = lower ? chin : chin * atSeam(column);
      // Above and next to the mouth the cheeks keep the motion of the source; below it they follow the jaw.
      const below = chin * (1 - atSeam(column));
      const calmed = lower
        ? restShare * (ring <= OUTER_LIP ? 1 : below + (1 - below) * outerShare)
        : outerShare + innerShare;
      for (let k = 0; k < 3; k++) {
        const pull = share * calmed * (atRest[at + k]! - own[at + k]!);
        const moved =
          k === 2
            ? 0
            : innerShare * inner[2 * column + k]! +
              outerShare * outer[2 * column + k]! +
              middleShare *
                (jaw * movement.jaw[2 * column + k]! + (lower ? 0 : movement.cheek[2 * column + k]!));
        out[at + k] = own[at + k]! + pull + share * width * moved;
      }
    }
  }
}

/** 1 at the corners of the mouth, 0 from a quarter of the way to its middle. */
function atSeam(column: number): number {
  const a = Math.abs((2 * column) / (COLUMNS - 1) - 1);
  return Math.max(0, 4 * a - 3);
}

interface Shares {
  readonly innerShare: number;
  readonly outerShare: number;
  readonly middleShare: number;
  readonly restShare: number;
}

const SHARES: readonly Shares[] = Array.from({ length: RINGS }, (_, ring) => {
  if (ring <= OUTER_LIP) {
    const outward = ring / OUTER_LIP;
    return { innerShare: 1 - outward, outerShare: outward, middleShare: 0, restShare: 1 };
  }
  if (ring <= MIDDLE) {
    const outward = smooth((ring - OUTER_LIP) / SKIN_RINGS);
    return { innerShare: 0, outerShare: 1 - outward, middleShare: outward, restShare: 1 };
  }
  const left = 1 - smooth((ring - MIDDLE) / BEYOND_RINGS);
  return { innerShare: 0, outerShare: 0, middleShare: left, restShare: left };
});

function sharesOf(ring: number): Shares {
  return SHARES[ring]!;
}

/** Half linear, half a smooth step: no visible kink, and no part is compressed twice. */
function smooth(t: number): number {
  return (t + t * t * (3 - 2 * t)) / 2;
}

/** Prevents the lips from passing each other: they meet halfway, and their surroundings follow. */
export function meetLips({ upper, lower }: MouthSheets): void {
  for (let column = 0; column < COLUMNS; column++) {
    const at = 3 * column;
    if (lower[at + 1]! > upper[at + 1]!) continue;
    for (let k = 0; k < 3; k++) {
      const pull = (lower[at + k]! - upper[at + k]!) / 2;
      for (let ring = OUTER_LIP - 1; ring > 0; ring--) {
        const to = at + 3 * COLUMNS * ring + k;
        upper[to]! += pull * (1 - ring / OUTER_LIP);
        lower[to]! -= pull * (1 - ring / OUTER_LIP);
      }
      const met = upper[at + k]! + pull;
      upper[at + k] = met;
      lower[at + k] = met;
    }
  }
}
