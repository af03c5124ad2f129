import { ARKIT_SHAPES, type ArkitShape, shapeIndex } from '../arkit-shapes.js';
import { smoothStep } from '../smooth-step.js';
import { asideOf, COLUMNS } from './mouth-sheet.js';

/** Distribution of a movement over the mouth. `a` runs from -1 at the corner on the viewer's left to 1. */
const PROFILES = {
  /** Opening of a mouth: full in the middle, 0 at the corners. */
  open: (a: number) => (1 - a * a) ** 0.75,
  /** Movement of the corners, less at their neighbours. */
  corners: (a: number) => 1 - (1 - a * a) ** 0.75,
  /** Both sides move away from the middle. */
  apart: (a: number) => a,
  /** The corners move away from the middle. */
  cornersApart: (a: number) => a * Math.abs(a),
  even: () => 1,
  bow: (a: number) => 1 - a * a,
  /** The cheeks next to the nose; 0 at the ears. */
  cheeks: (a: number) => Math.abs(a) ** 1.5 * (1 - a ** 6) * 1.6,
  cheeksApart: (a: number) => a * (1 - a ** 6) * 1.3,
} as const;
type Profile = keyof typeof PROFILES;

/** Rows of the sheet with defined movements, interpolated in between. */
export const PARTS = ['upperInner', 'upperOuter', 'cheek', 'lowerInner', 'lowerOuter', 'jaw'] as const;
type Part = (typeof PARTS)[number];

/** x away from the viewer's left, y down, in mouth widths at full weight. */
type Move = readonly [parts: readonly Part[], axis: 'x' | 'y', amount: number, profile: Profile];

const UPPER = ['upperInner', 'upperOuter'] as const;
const LOWER = ['lowerInner', 'lowerOuter'] as const;
const LIPS = [...UPPER, ...LOWER] as const;

/** Drop of the jaw, and the share that the corners of the mouth follow. */
export const JAW_DROP = 0.45;
const CORNERS_FOLLOW = 0.42;

/**
 * Movements of lips, cheeks and jaw for each shape. The limits (jaw 0.45, pucker 18 % narrower, stretch 10 %
 * wider) come from the lip sync reference, the other values were set by eye on portraits. A name without a
 * side applies to both sides.
 */
const MOVES: Readonly<Record<string, readonly Move[]>> = {
  jawOpen: [
    [LOWER, 'y', JAW_DROP, 'open'],
    [LIPS, 'y', JAW_DROP * CORNERS_FOLLOW, 'corners'],
    [LIPS, 'x', -0.04, 'cornersApart'],
    [['jaw'], 'y', JAW_DROP, 'even'],
    [['cheek'], 'y', 0.06, 'cheeks'],
  ],
  mouthClose: [
    [['lowerInner'], 'y', -0.62 * JAW_DROP, 'open'],
    [['upperInner'], 'y', 0.38 * JAW_DROP, 'open'],
    [['lowerOuter'], 'y', -0.55 * JAW_DROP, 'open'],
    [['upperOuter'], 'y', 0.33 * JAW_DROP, 'open'],
  ],
  mouthFunnel: [
    [LIPS, 'x', -0.07, 'apart'],
    [['upperInner'], 'y', -0.04, 'open'],
    [['upperOuter'], 'y', -0.06, 'open'],
    [['lowerInner'], 'y', 0.06, 'open'],
    [['lowerOuter'], 'y', 0.09, 'open'],
    [['cheek'], 'x', -0.025, 'cheeksApart'],
  ],
  mouthPucker: [
    [LIPS, 'x', -0.09, 'apart'],
    [['upperOuter'], 'y', -0.03, 'bow'],
    [['lowerOuter'], 'y', 0.03, 'bow'],
    [['cheek'], 'x', -0.03, 'cheeksApart'],
  ],
  mouthStretch: [
    [LIPS, 'x', 0.05, 'cornersApart'],
    [LIPS, 'y', 0.015, 'corners'],
    [['upperOuter'], 'y', 0.012, 'bow'],
    [['lowerOuter'], 'y', -0.012, 'bow'],
    [['cheek'], 'x', 0.02, 'cheeksApart'],
  ],
  mouthSmile: [
    [LIPS, 'x', 0.06, 'cornersApart'],
    [LIPS, 'y', -0.09, 'corners'],
    [['upperOuter'], 'y', 0.015, 'bow'],
    [['lowerOuter'], 'y', -0.015, 'bow'],
    [['cheek'], 'y', -0.07, 'cheeks'],
    [['cheek'], 'x', 0.02, 'cheeksApart'],
  ],
  mouthFrown: [
    [LIPS, 'y', 0.1, 'corners'],
    [['cheek'], 'y', 0.02, 'cheeks'],
  ],
  mouthDimple: [
    [LIPS, 'x', 0.03, 'cornersApart'],
    [['cheek'], 'x', 0.02, 'cheeksApart'],
  ],
  mouthPress: [
    [['upperOuter'], 'y', 0.03, 'open'],
    [['lowerInner'], 'y', -0.015, 'open'],
    [['lowerOuter'], 'y', -0.07, 'open'],
    [['jaw'], 'y', -0.02, 'even'],
    [LIPS, 'y', 0.03, 'corners'],
  ],
  mouthRollLower: [
    [['lowerOuter'], 'y', -0.07, 'open'],
    [['lowerInner'], 'y', -0.015, 'open'],
  ],
  mouthRollUpper: [
    [['upperOuter'], 'y', 0.05, 'open'],
    [['upperInner'], 'y', 0.015, 'open'],
  ],
  mouthLowerDown: [
    [LOWER, 'y', 0.12, 'open'],
    [LIPS, 'x', 0.01, 'cornersApart'],
  ],
  mouthUpperUp: [
    [UPPER, 'y', -0.11, 'open'],
    [['cheek'], 'y', -0.03, 'cheeks'],
  ],
  mouthShrugLower: [
    [['lowerInner'], 'y', -0.02, 'open'],
    [['lowerOuter'], 'y', -0.06, 'open'],
    [['jaw'], 'y', -0.04, 'even'],
  ],
  mouthShrugUpper: [
    [['upperInner'], 'y', -0.015, 'open'],
    [['upperOuter'], 'y', -0.05, 'open'],
  ],
  mouthLeft: [[LIPS, 'x', 0.12, 'even']],
  mouthRight: [[LIPS, 'x', -0.12, 'even']],
  jawLeft: [
    [LOWER, 'x', 0.06, 'open'],
    [['jaw'], 'x', 0.1, 'even'],
  ],
  jawRight: [
    [LOWER, 'x', -0.06, 'open'],
    [['jaw'], 'x', -0.1, 'even'],
  ],
  cheekPuff: [[['cheek'], 'x', 0.05, 'cheeksApart']],
  cheekSquint: [[['cheek'], 'y', -0.05, 'cheeks']],
  noseSneer: [[['upperOuter'], 'y', -0.03, 'open']],
};

/** Two values for each column, x then y, for each part. */
export type Movement = Record<Part, Float32Array>;

export function createMovement(): Movement {
  const parts = PARTS.map((part) => [part, new Float32Array(2 * COLUMNS)] as const);
  return Object.fromEntries(parts) as Movement;
}

interface Term {
  readonly shape: number;
  readonly part: Part;
  readonly axis: 0 | 1;
  /** The movement at full weight, for each column. */
  readonly amounts: Float32Array;
}

const TERMS: readonly Term[] = ARKIT_SHAPES.flatMap((shape) => [
  ...termsOf(shape, MOVES[shape] ?? [], () => 1),
  ...(shape.endsWith('Left') ? termsOf(shape, MOVES[shape.slice(0, -'Left'.length)] ?? [], sideOf) : []),
  ...(shape.endsWith('Right')
    ? termsOf(shape, MOVES[shape.slice(0, -'Right'.length)] ?? [], (a) => sideOf(-a))
    : []),
]);

function termsOf(shape: ArkitShape, moves: readonly Move[], share: (a: number) => number): Term[] {
  return moves.flatMap(([parts, axis, amount, profile]) =>
    parts.map((part) => ({
      shape: shapeIndex[shape],
      part,
      axis: axis === 'x' ? 0 : 1,
      amounts: Float32Array.from({ length: COLUMNS }, (_, column) => {
        const a = asideOf(column);
        return amount * PROFILES[profile](a) * share(a);
      }),
    })),
  );
}

/** Returns 1 on its own side and 0 on the other. The sum of both sides is 1 everywhere. */
function sideOf(a: number): number {
  return smoothStep(0.5 + 0.9 * a);
}

/**
 * Writes the movement for the weights into `out`. `meetLips` in mouth-move.ts prevents the lips from passing
 * each other.
 */
export function addShapes(weights: Float32Array, out: Movement): void {
  for (const part of PARTS) out[part].fill(0);
  for (const { shape, part, axis, amounts } of TERMS) {
    const weight = weights[shape]!;
    if (weight === 0) continue;
    const moved = out[part];
    for (let column = 0; column < COLUMNS; column++) moved[2 * column + axis]! += weight * amounts[column]!;
  }
}
