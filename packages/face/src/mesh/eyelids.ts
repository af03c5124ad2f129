import { shapeIndex } from '../arkit-shapes.js';
import { fillSpline } from './mouth-landmarks.js';
import { layFringe } from './mouth-sheet.js';
import { createSheet, type Sheet } from './pixel-map.js';

/** Rows of points of MediaPipe's mesh around an eye, from the viewer's left to the right. */
interface EyeRows {
  readonly above: readonly number[];
  readonly upper: readonly number[];
  readonly lower: readonly number[];
  readonly below: readonly number[];
}

const RIGHT_EYE: EyeRows = {
  above: [226, 113, 225, 224, 223, 222, 221, 189, 244],
  upper: [33, 246, 161, 160, 159, 158, 157, 173, 133],
  lower: [33, 7, 163, 144, 145, 153, 154, 155, 133],
  below: [226, 31, 228, 229, 230, 231, 232, 233, 244],
};
const LEFT_EYE: EyeRows = {
  above: [464, 413, 441, 442, 443, 444, 445, 342, 446],
  upper: [362, 398, 384, 385, 386, 387, 388, 466, 263],
  lower: [362, 382, 381, 380, 374, 373, 390, 249, 263],
  below: [464, 453, 452, 451, 450, 449, 448, 261, 446],
};

const COLUMNS = 17;
/** Ring 0 fades out over the eye, ring 1 is the edge of the lid, the last ring does not move. */
const RINGS = 9;
/** Meeting point of closed lids: share of the way from the lower to the upper lid. */
const MEET = 0.14;
/**
 * A lower lid that a smile pushes up moves farther than closed lids: the eyeSquint of speech and rest, and
 * the factor of MEET.
 */
const SQUINT_FROM = 0.12;
const SQUINT_SHARE = 2;
/**
 * Share of the height of the lid by which its edge is taken from inside it, so that no white or iris comes
 * along.
 */
const INSET = 0.06;
/**
 * The mesh makes eyes too small, most of all drawn ones. The edges of the lids are assumed to be this far
 * outside its points: in shares of the half width of the eye to the sides, and of its half height above and
 * below.
 */
const WIDER = 0.09;
const HIGHER = 0.1;
const DEEPER = 0.4;
/** Share of light that the line of closed lashes removes. */
const LASHES = 0.45;

export interface Eyelids {
  /** In painting order. */
  readonly sheets: readonly Sheet[];
  /**
   * Closes the lids by eyeBlinkLeft and eyeBlinkRight, and raises the lower lids by eyeSquint. `edge` as in
   * `MouthWarper`. Returns false if both eyes are open.
   */
  close(weights: Float32Array, edge: number): boolean;
}

/** Creates the lids of a still face. `points` are in pixels of its image. */
export function createEyelids(points: Float32Array): Eyelids {
  const eyes = [
    {
      ...layEye(points, RIGHT_EYE),
      ...{ blinks: shapeIndex.eyeBlinkRight, squints: shapeIndex.eyeSquintRight },
    },
    {
      ...layEye(points, LEFT_EYE),
      ...{ blinks: shapeIndex.eyeBlinkLeft, squints: shapeIndex.eyeSquintLeft },
    },
  ];
  return {
    sheets: eyes.flatMap(({ lower, upper }) => [lower.sheet, upper.sheet]),
    close: (weights, edge) => {
      // Open lids are not drawn.
      if (!eyes.some(({ blinks, squints }) => weights[blinks]! > 0 || weights[squints]! > SQUINT_FROM))
        return false;
      for (const { upper, lower, blinks, squints } of eyes) {
        const blink = Math.max(0, Math.min(1, weights[blinks]!));
        const squint = SQUINT_SHARE * Math.max(0, weights[squints]! - SQUINT_FROM) * (1 - blink);
        moveLid(upper, lower.lid, { closed: blink, dark: blink }, 1 - MEET, edge);
        moveLid(lower, upper.lid, { closed: blink + squint, dark: blink }, MEET, -edge);
      }
      return true;
    },
  };
}

interface Lid {
  readonly sheet: Sheet;
  /** x, y of the edge and of the fixed row, for each column. */
  readonly lid: Float32Array;
  readonly held: Float32Array;
}

function layEye(points: Float32Array, rows: EyeRows): { upper: Lid; lower: Lid } {
  const row = (landmarks: readonly number[]): Float32Array => {
    const line = new Float32Array(3 * COLUMNS);
    fillSpline(points, landmarks, COLUMNS, line);
    return Float32Array.from({ length: 2 * COLUMNS }, (_, i) => line[3 * (i >> 1) + (i & 1)]!);
  };
  const lid = (edge: Float32Array, held: readonly number[], winding: 1 | -1): Lid => {
    const sheet = createSheet(COLUMNS, RINGS, winding);
    sheet.cover.fill(0, 0, COLUMNS);
    return { sheet, lid: edge, held: row(held) };
  };
  const [upper, lower] = widen(row(rows.upper), row(rows.lower));
  return { upper: lid(upper, rows.above, -1), lower: lid(lower, rows.below, 1) };
}

function widen(upper: Float32Array, lower: Float32Array): [Float32Array, Float32Array] {
  const last = 2 * (COLUMNS - 1);
  const edge = (own: Float32Array, other: Float32Array, further: number): Float32Array =>
    own.map((value, k) => {
      const between = (value + other[k]!) / 2;
      const middle = (own[k & 1]! + own[last + (k & 1)]!) / 2;
      return between + (value - between) * (1 + further) + (between - middle) * WIDER;
    });
  return [edge(upper, lower, HIGHER), edge(lower, upper, DEEPER)];
}

/** `way`: share of the way to the other lid. */
function moveLid(
  { sheet, lid, held }: Lid,
  other: Float32Array,
  { closed: blink, dark: lashes }: { closed: number; dark: number },
  way: number,
  edge: number,
): void {
  const { from, to, dark } = sheet;
  const inset = INSET * Math.min(1, 4 * blink);
  for (let ring = 1; ring < RINGS; ring++) {
    const outward = (ring - 1) / (RINGS - 2);
    const taken = inset + (1 - inset) * outward;
    const moved = blink * way * (1 - outward) ** 1.3;
    for (let k = 0; k < 2 * COLUMNS; k++) {
      const at = 2 * COLUMNS * ring + k;
      const own = lid[k]! + outward * (held[k]! - lid[k]!);
      from[at] = lid[k]! + taken * (held[k]! - lid[k]!);
      to[at] = own + moved * (other[k]! - lid[k]!);
    }
  }
  for (let column = 0; column < COLUMNS; column++) {
    const middle = 1 - ((2 * column) / (COLUMNS - 1) - 1) ** 6;
    dark[column] = LASHES * lashes * middle;
    dark[COLUMNS + column] = LASHES * lashes * middle;
  }
  // An open lid fades into its surroundings in the source; a closing lid carries its own edge.
  layFringe(sheet, edge, Math.max(0, 1 - 4 * blink));
}
