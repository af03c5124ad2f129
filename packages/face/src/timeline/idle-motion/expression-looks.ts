import type { ArkitShape } from '../../arkit-shapes.js';
import type { ExpressionName } from '../../expression/expression.js';

/** What an expression does at full strength to a face at rest. */
export interface ExpressionLook {
  /** Names without their side stand for both. */
  readonly shapes: Readonly<Partial<Record<SharedShape, number>>>;
  /** Degrees, on top of what the head does anyway. Positive pitch nods down; yaw and roll go to the side that the face prefers. */
  readonly pitch: number;
  readonly yaw: number;
  readonly roll: number;
  /** Where the eyes look while they are averted, in degrees: to the preferred side, and down. */
  readonly aside: number;
  readonly down: number;
  /** How many of the glances are averted, 0 to 1. */
  readonly averted: number;
  /** What is left of the brows that stresses and questions raise, 0 to 1. */
  readonly brows: number;
}

type SharedShape =
  | Exclude<ArkitShape, `${string}Left` | `${string}Right`>
  | (ArkitShape extends infer Shape ? (Shape extends `${infer Name}Left` ? Name : never) : never);

const PLAIN = { pitch: 0, yaw: 0, roll: 0, aside: 0, down: 0, averted: 0, brows: 1 } as const;

/**
 * After the action units that go with each feeling (Ekman and Friesen, "Facial Action Coding System", 1978; the combinations of their EMFACS),
 * in ARKit's shapes; heights by eye on the heads in models/heads and on portraits, below what actors do: a face that speaks means it less.
 * Looking aside and up while one thinks: Kendon, 1967; nods and tilt of who listens: Hadar, Steiner and Rose, 1985.
 */
export const EXPRESSION_LOOKS: Readonly<Record<ExpressionName, ExpressionLook>> = {
  neutral: { ...PLAIN, shapes: {} },
  // 6 + 12: without the cheeks and lower lids nobody believes it (Duchenne).
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
  // 1 + 4 + 15 (+ 17): brows up within and together, corners down, eyes and head lowered.
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
  // 1 + 2 + 5 + 26: all of it up and open.
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
  // Aside and up, lips a little tight, a brow that is still.
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
  // Brows a little up, eyes on the speaker, head tilted; it nods.
  listening: {
    ...PLAIN,
    shapes: { browInnerUp: 0.14, browOuterUp: 0.18, eyeWide: 0.08, mouthSmile: 0.14, cheekSquint: 0.18 },
    pitch: 1,
    roll: 3,
    brows: 1,
  },
};
