import { ARKIT_SHAPES, type ArkitShape, shapeIndex } from '../../arkit-shapes.js';
import { EXPRESSIONS, type ExpressionName } from '../../expression/expression.js';
import { mouthIndex, visemeMouths } from '../mouth/mouth-shapes.js';
import {
  type Amounts,
  EXPRESSION_LOOKS,
  type ExpressionCourse,
  type ExpressionLook,
} from './expression-looks.js';
import type { Random } from './seeded-random.js';

/**
 * Duration of a change in each part of a face, and its delay, in seconds: eyes and brows lead, lips follow,
 * the head comes last.
 */
const TIMING = {
  upper: { late: 0, took: 0.44 },
  lower: { late: 0.06, took: 0.5 },
  head: { late: 0.05, took: 0.8 },
} as const;
/** Delay and relative strength of the weaker side: faces are not symmetric (Sackeim et al., 1978). */
const SIDE_LATE = 0.045;
const SIDE_SHARE = 0.9;

/** mouthPress of touching lips, and the sum of funnel and pucker of the most rounded lips. */
const PRESSING = visemeMouths.PP[mouthIndex.mouthPress]!;
const ROUND = 0.9;
/** jawOpen of the most open vowel. */
const OPEN = visemeMouths.aa[mouthIndex.jawOpen]!;

/**
 * Share of a shape that remains while lips touch, while they are rounded, and while the mouth is open as in
 * vowels.
 */
interface Yielding {
  readonly touching: number;
  readonly round: number;
  readonly open: number;
  /** Share that remains during speech. */
  readonly said: number;
}

const STAYS: Yielding = { touching: 1, round: 1, open: 1, said: 1 };
/**
 * Corners may keep their place while lips touch. Rounded lips draw them in, and an open mouth leaves them
 * less freedom.
 */
const CORNER: Yielding = { touching: 0.4, round: 0.35, open: 0.7, said: 1 };
/** Only for a silent mouth: speech opens and closes it itself. */
const SILENT: Yielding = { touching: 0, round: 0, open: 0, said: 0 };
/** Tense lips stay partly visible during speech. */
const TENSE: Yielding = { touching: 0, round: 0.2, open: 0, said: 0.25 };

const YIELDING: Readonly<Record<string, Yielding>> = {
  mouthSmile: CORNER,
  mouthDimple: CORNER,
  mouthFrown: CORNER,
  jawOpen: SILENT,
  mouthFunnel: SILENT,
  mouthShrugLower: SILENT,
  mouthShrugUpper: SILENT,
  mouthPress: TENSE,
  mouthRollLower: TENSE,
  mouthRollUpper: TENSE,
  jawForward: TENSE,
};

interface Placed {
  readonly place: number;
  readonly part: number;
  readonly yielding: Yielding;
  /** Weight at full strength of each of EXPRESSIONS. */
  readonly weights: readonly number[];
}

/** Adds an expression to the frames of a face. */
export interface ShownExpression {
  /**
   * Adds the shapes of the expression to a frame that contains only its mouth. `said`: 0 in silence, 1 in
   * speech.
   */
  addShapes(values: Float32Array, seconds: number, said: number): void;
  /**
   * Returns the effect on head and eyes from EXPRESSION_LOOKS. Sideways degrees are to the viewer's right.
   */
  bearingAt(seconds: number): Bearing;
}

export interface Bearing
  extends Pick<ExpressionLook, 'pitch' | 'yaw' | 'roll' | 'aside' | 'down' | 'averted' | 'brows'> {
  /** Weight of each of EXPRESSIONS for the head. */
  readonly amounts: Amounts;
  /** Weight of all expressions that are not neutral, 0 to 1. */
  readonly shown: number;
}

const PLAIN: Bearing = {
  ...{ pitch: 0, yaw: 0, roll: 0, aside: 0, down: 0, averted: 0, brows: 1 },
  amounts: new Float32Array(EXPRESSIONS.length),
  shown: 0,
};

export function createShownExpression(course: ExpressionCourse, random: Random): ShownExpression {
  const lead = random.chance(0.5) ? 'Left' : 'Right';
  const side = random.chance(0.5) ? 1 : -1;
  const amounts = Array.from({ length: 4 }, () => new Float32Array(EXPRESSIONS.length));
  const headAmounts = new Float32Array(EXPRESSIONS.length);
  const placed = placedShapes(lead);
  return {
    addShapes: (values, seconds, said) => {
      if (course.isNeutral()) return;
      for (const [part, { late, took }] of PARTS.entries()) course.at(seconds, late, took, amounts[part]!);
      const mouth = mouthOf(values, said);
      for (const { place, part, yielding, weights } of placed) {
        let weight = 0;
        for (let i = 0; i < weights.length; i++) weight += amounts[part]![i]! * weights[i]!;
        if (weight > 0) values[place] = Math.min(1, values[place]! + weight * left(yielding, mouth));
      }
    },
    bearingAt: (seconds) => {
      if (course.isNeutral()) return PLAIN;
      course.at(seconds, TIMING.head.late, TIMING.head.took, headAmounts);
      const sum = (of: (look: ExpressionLook) => number): number =>
        EXPRESSIONS.reduce((total, name, i) => total + headAmounts[i]! * of(EXPRESSION_LOOKS[name]), 0);
      return {
        pitch: sum(({ pitch }) => pitch),
        yaw: side * sum(({ yaw }) => yaw),
        roll: side * sum(({ roll }) => roll),
        aside: side * sum(({ aside }) => aside),
        down: sum(({ down }) => down),
        averted: sum(({ averted }) => averted),
        brows: Math.max(0, 1 - sum(({ brows }) => 1 - brows)),
        amounts: headAmounts,
        shown: headAmounts.reduce((total, amount, i) => total + (i === NEUTRAL_PLACE ? 0 : amount), 0),
      };
    },
  };
}

const NEUTRAL_PLACE = EXPRESSIONS.indexOf('neutral');

const PARTS = [
  TIMING.upper,
  { ...TIMING.upper, late: TIMING.upper.late + SIDE_LATE },
  TIMING.lower,
  { ...TIMING.lower, late: TIMING.lower.late + SIDE_LATE },
] as const;

/** Returns every shape that an expression moves. The leading side is first and slightly stronger. */
function placedShapes(lead: 'Left' | 'Right'): Placed[] {
  return ARKIT_SHAPES.flatMap((shape) => {
    const name = shape.replace(/(?:Left|Right)$/, '');
    const weights = EXPRESSIONS.map((expression) => weightOf(expression, name));
    if (weights.every((weight) => weight === 0)) return [];
    const follows = shape !== name && !shape.endsWith(lead);
    const lower = /^(?:mouth|jaw|cheek)/.test(shape);
    return [
      {
        place: shapeIndex[shape as ArkitShape],
        part: (lower ? 2 : 0) + (follows ? 1 : 0),
        yielding: YIELDING[name] ?? STAYS,
        weights: follows ? weights.map((weight) => weight * SIDE_SHARE) : weights,
      },
    ];
  });
}

function weightOf(expression: ExpressionName, shape: string): number {
  return (EXPRESSION_LOOKS[expression].shapes as Readonly<Record<string, number>>)[shape] ?? 0;
}

/** State of the mouth in a frame, 0 to 1 each. */
function mouthOf(values: Float32Array, said: number): Record<keyof Yielding, number> {
  const at = (shape: ArkitShape): number => values[shapeIndex[shape]]!;
  return {
    touching: Math.min(1, at('mouthPressLeft') / PRESSING),
    round: Math.min(1, (at('mouthFunnel') + at('mouthPucker')) / ROUND),
    open: Math.min(1, (at('jawOpen') - at('mouthClose')) / OPEN),
    said,
  };
}

function left(yielding: Yielding, mouth: Record<keyof Yielding, number>): number {
  return (
    (1 - mouth.touching * (1 - yielding.touching)) *
    (1 - mouth.round * (1 - yielding.round)) *
    (1 - mouth.open * (1 - yielding.open)) *
    (1 - mouth.said * (1 - yielding.said))
  );
}
