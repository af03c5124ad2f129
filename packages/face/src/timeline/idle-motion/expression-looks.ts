import type { ArkitShape } from '../../arkit-shapes.js';
import {
  EXPRESSIONS,
  type Expression,
  type ExpressionName,
  type TimedExpression,
} from '../../expression/expression.js';
import { smoothStep } from '../../smooth-step.js';

/** Weight of each of EXPRESSIONS on a face. */
export type Amounts = Float32Array;

/** Sequence of expressions over time with smooth transitions. */
export interface ExpressionCourse {
  /** Adds new changes, in order. */
  hear(changes: readonly TimedExpression[]): void;
  /**
   * Writes the weight of each expression. `late`: delay of a part of the face in seconds; `took`: duration of
   * its change in seconds.
   */
  at(seconds: number, late: number, took: number, amounts: Amounts): void;
  /**
   * Removes changes that are complete in every part of the face. Returns the changes that start by `seconds`
   * and were not returned before.
   */
  begin(seconds: number): readonly TimedExpression[];
  /** Shows only `expression` from a moment on. Later changes are removed. */
  rest(seconds: number, expression: Expression): void;
  /** Whether only the neutral expression is shown now and later. */
  isNeutral(): boolean;
  held(): number;
}

/** Seconds by which a face changes before the word: an expression is seen before the word is heard. */
export const EXPRESSION_LEAD = 0.28;
/** Maximum of delay and duration together, in seconds. */
const LONGEST = 1.5;

export function createExpressionCourse(first: Expression): ExpressionCourse {
  /** Expression before the stored changes. */
  let base = first;
  /** In the order of `hear`. `seconds` is the start of the change. */
  let changes: TimedExpression[] = [];
  let begun = 0;
  return {
    hear: (heard) => {
      for (const { seconds, expression } of heard)
        changes.push({ seconds: seconds - EXPRESSION_LEAD, expression });
    },
    at: (seconds, late, took, amounts) => {
      amounts.fill(0);
      add(amounts, base, 1);
      for (const { seconds: from, expression } of changes) {
        const share = smoothStep((seconds - from - late) / took);
        if (share === 0) continue;
        for (let i = 0; i < amounts.length; i++) amounts[i]! *= 1 - share;
        add(amounts, expression, share);
      }
    },
    begin: (seconds) => {
      while (changes.length > 0 && changes[0]!.seconds + LONGEST <= seconds) {
        base = changes.shift()!.expression;
        begun = Math.max(0, begun - 1);
      }
      const first = begun;
      while (begun < changes.length && changes[begun]!.seconds <= seconds) begun++;
      return changes.slice(first, begun);
    },
    rest: (seconds, expression) => {
      changes = changes.filter((change) => change.seconds <= seconds);
      begun = Math.min(begun, changes.length);
      if (isSame(changes.at(-1)?.expression ?? base, expression)) return;
      changes.push({ seconds, expression });
    },
    isNeutral: () =>
      base.name === 'neutral' && changes.every(({ expression }) => expression.name === 'neutral'),
    held: () => changes.length,
  };
}

function isSame(one: Expression, other: Expression): boolean {
  return one.name === other.name && one.strength === other.strength;
}

function add(amounts: Amounts, { name, strength }: Expression, share: number): void {
  amounts[EXPRESSIONS.indexOf(name)]! += share * strength;
}

/** Effect of an expression at full strength on a face at rest. */
export interface ExpressionLook {
  /** Names without a side apply to both sides. */
  readonly shapes: Readonly<Partial<Record<SharedShape, number>>>;
  /**
   * Degrees in addition to the normal motion of the head. Positive pitch nods down; yaw and roll go to the
   * preferred side of the face.
   */
  readonly pitch: number;
  readonly yaw: number;
  readonly roll: number;
  /** Direction of averted eyes in degrees: to the preferred side, and down. */
  readonly aside: number;
  readonly down: number;
  /** Share of averted glances, 0 to 1. */
  readonly averted: number;
  /** Share of brow raises by stresses and questions that remains, 0 to 1. */
  readonly brows: number;
}

type SharedShape =
  | Exclude<ArkitShape, `${string}Left` | `${string}Right`>
  | (ArkitShape extends infer Shape ? (Shape extends `${infer Name}Left` ? Name : never) : never);

const PLAIN = { pitch: 0, yaw: 0, roll: 0, aside: 0, down: 0, averted: 0, brows: 1 } as const;

/**
 * Based on the action units of each feeling (Ekman and Friesen, "Facial Action Coding System", 1978; the
 * combinations of their EMFACS), in ARKit shapes. Weights were set by eye on the heads in models/heads and on
 * portraits, below those of actors: a speaking face is more believable with less. Looking aside and up while
 * thinking: Kendon, 1967; nods and tilt of listeners: Hadar, Steiner and Rose, 1985.
 */
export const EXPRESSION_LOOKS: Readonly<Record<ExpressionName, ExpressionLook>> = {
  neutral: { ...PLAIN, shapes: {} },
  // 6 + 12: a smile without cheeks and lower lids is not believable (Duchenne).
  happy: {
    ...PLAIN,
    shapes: {
      mouthSmile: 0.6,
      cheekSquint: 0.7,
      eyeSquint: 0.27,
      mouthDimple: 0.2,
      mouthRollLower: 0.15,
      browOuterUp: 0.06,
    },
    pitch: -1,
    roll: 1.2,
  },
  // 1 + 4 + 15 (+ 17): inner brows up and together, corners down, eyes and head lowered.
  sad: {
    ...PLAIN,
    shapes: {
      browInnerUp: 0.85,
      browDown: 0.12,
      mouthFrown: 0.8,
      mouthShrugLower: 0.3,
      eyeBlink: 0.12,
      eyeSquint: 0.1,
    },
    pitch: 6,
    roll: 2,
    aside: 2,
    down: 8,
    averted: 0.6,
    brows: 0.4,
  },
  // 1 + 2 + 5 + 26: brows up, eyes and mouth open.
  surprised: {
    ...PLAIN,
    shapes: { browInnerUp: 0.7, browOuterUp: 0.75, eyeWide: 0.5, jawOpen: 0.22, mouthFunnel: 0.12 },
    pitch: -2.5,
    brows: 0.4,
  },
  // 4 + 5 + 7 + 23: brows down and together, lids tense, lips tight.
  angry: {
    ...PLAIN,
    shapes: {
      browDown: 1,
      eyeSquint: 0.4,
      eyeWide: 0.15,
      noseSneer: 0.45,
      mouthPress: 0.4,
      mouthFrown: 0.55,
      mouthRollUpper: 0.1,
      jawForward: 0.15,
    },
    pitch: 2.5,
    brows: 0.25,
  },
  // Eyes aside and up, lips slightly tight, brows still.
  thinking: {
    ...PLAIN,
    shapes: {
      browDown: 0.22,
      eyeSquint: 0.22,
      mouthPress: 0.2,
      mouthShrugUpper: 0.15,
      mouthDimple: 0.15,
      mouthFrown: 0.1,
    },
    pitch: -2,
    yaw: 2.5,
    roll: 2.5,
    aside: 15,
    down: -11,
    averted: 0.75,
    brows: 0,
  },
  // Brows slightly up, eyes on the speaker, head tilted and nodding.
  listening: {
    ...PLAIN,
    shapes: { browInnerUp: 0.14, browOuterUp: 0.18, eyeWide: 0.08, mouthSmile: 0.14, cheekSquint: 0.18 },
    pitch: 1,
    roll: 3,
    brows: 1,
  },
};
