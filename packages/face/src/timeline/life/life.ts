import { ARKIT_SHAPES, type ArkitShape, shapeIndex } from '../../arkit-shapes.js';
import { type Expression, NEUTRAL, type TimedExpression } from '../../expression/expression.js';
import { EYE_PITCH, EYE_YAW } from '../../eye-turns.js';
import { middleOf } from '../frame-moments.js';
import type { TimeRange } from '../time-range.js';
import { createBlinks } from './blinks.js';
import { createBreath } from './breathing.js';
import { createBrowRaises, QUESTION_LEAD, smile } from './brows-and-smile.js';
import { createBumps } from './bumps.js';
import { createExpressionCourse, EXPRESSION_LEAD } from './expression-course.js';
import { createGaze, PHRASE_LEAD } from './gaze.js';
import { createNods, createPostures, sway, TURN_LEAD } from './head-motion.js';
import { createListeningNods } from './listening-nods.js';
import type { Rhythm } from './rhythm.js';
import { createRandom } from './seeded-random.js';
import { type Bearing, createShownExpression } from './shown-expression.js';

export interface LifeOptions {
  /** The same seed gives the same motion. Any integer. */
  readonly seed: number;
  readonly blink: boolean;
  /** 0 still, 1 as people move when they talk calmly. */
  readonly headMotion: number;
  /** What the face shows where what is said has no other; default: neutral. */
  readonly expression?: Expression;
}

const YAW = ARKIT_SHAPES.length;
const PITCH = YAW + 1;
const ROLL = YAW + 2;
const BREATH = YAW + 3;

/** Seconds in which the lid goes down, and up again. */
const LID_DOWN = 0.05;
const LID_UP = 0.1;
/** Sway of the head turns it more than it nods or tilts it. */
const PITCH_SWAY = 0.5;
const ROLL_SWAY = 0.55;
const ROLL_TURN = 0.6;
/** Degrees that a breath lifts the head. */
const BREATH_LIFT = 0.35;
/** How many changes of expression go with a blink, and how long behind their beginning the eyes are closed, in seconds. */
const BLINK_AT_CHANGE = 0.6;
const BLINK_IN_CHANGE = 0.14;
/** How much of the smile's corners is left while something is said: all of it alike, or they would tremble with the jaw. */
const SMILE_IN_SPEECH = 0.4;

/** How much earlier than what is heard a face moves for it, in seconds. */
export const LIFE_LEAD = Math.max(QUESTION_LEAD, PHRASE_LEAD, TURN_LEAD, EXPRESSION_LEAD);

/** Blinks, gaze, brows, head, breath and a hint of a smile, while it is still being told what they go with. */
export interface IdleMotion {
  /** All phrases that frames to come can need, in order, the last perhaps not to its end; stresses and questions not heard before. */
  hear(rhythm: Rhythm): void;
  /**
   * Adds what a frame shows to one that has nothing but its mouth; `said`: 0 in silence, 1 while something is said. No frame before the
   * last; no blink begins that closes the eyes behind `end`.
   */
  addTo(frame: Float32Array, number: number, said: number, end?: number): void;
  /** Nothing before that moment, but the breath, is changed by phrases that end later than `seconds`. */
  decidedUntil(seconds: number): number;
  /** Nobody speaks any more from a moment on: the face goes back to the expression that it has where nothing is said. */
  rest(seconds: number, breath: number): void;
  /** Another expression where what is said has none, shown from a moment on. */
  express(seconds: number, expression: Expression): void;
  held(): number;
}

export function createIdleMotion(
  fps: number,
  { seed, blink, headMotion, expression = NEUTRAL }: LifeOptions,
): IdleMotion {
  const random = (stream: string) => createRandom(seed, stream);
  let restExpression = expression;
  const course = createExpressionCourse(expression);
  const shown = createShownExpression(course, random('expression'));
  const changeBlinks = random('blinks of changes');
  const averts = random('averted glances');
  const listens = createListeningNods(random('listening'));
  const breath = createBreath();
  const axes = (
    [
      [YAW, 'yaw', 1, 1],
      [PITCH, 'pitch', PITCH_SWAY, 0],
      [ROLL, 'roll', ROLL_SWAY, ROLL_TURN],
    ] as const
  ).map(([place, name, swayed, turned]) => ({
    place,
    swayed,
    turned,
    swayAt: sway(random(`${name} sway`)),
    postures: createPostures(random(`${name} turns`)),
  }));
  const nods = createNods(random('nods'));
  const brows = createBrowRaises(random('brows'));
  const browShares = sharesOfBrows(random('leading brow').chance(0.5) ? 'Left' : 'Right');
  const smileAt = smile(random('smile'));
  const gaze = createGaze(random('gaze'), averts);
  const direction = new Float32Array(2);
  const blinks = createBlinks(random('blinks'));
  const lids = createBumps();
  const allBumps = [nods.bumps, brows.bumps, lids, listens.bumps];
  let phrases: readonly TimeRange[] = [];
  let ends: readonly number[] = [];
  let lastStart = Number.NEGATIVE_INFINITY;

  function addHead(values: Float32Array, seconds: number, bearing: Bearing): void {
    for (const { place, swayed, turned, swayAt, postures } of axes)
      values[place]! += swayed * swayAt(seconds) + turned * postures.degreesAt(seconds);
    nods.bumps.addTo(values, PITCH, seconds);
    listens.nod(bearing, seconds);
    listens.bumps.addTo(values, PITCH, seconds);
    values[YAW]! += bearing.yaw;
    values[PITCH]! += bearing.pitch;
    values[ROLL]! += bearing.roll;
    values[PITCH]! -= BREATH_LIFT * values[BREATH]!;
    for (const { place } of axes) values[place]! *= headMotion;
  }

  function addBlinks(values: Float32Array, number: number, end: number): void {
    const seconds = middleOf(number, fps);
    // The lid is down in the middle of a frame, that one shows it.
    const begun = blinks.before(Math.min(end, seconds + LID_DOWN + 0.5 / fps), ends);
    lids.add(
      begun.map((begins) => ({
        peak: middleOf(Math.floor(begins.seconds * fps), fps),
        height: 1,
        rise: LID_DOWN,
        fall: LID_UP,
      })),
    );
    for (const [place, share] of LID_SHARES) lids.addTo(values, place, seconds, share);
  }

  /** Who changes how they look often blinks (Evinger et al., 1994: with the gaze). */
  function blinkWith({ seconds }: TimedExpression): void {
    const blinks = changeBlinks.chance(BLINK_AT_CHANGE);
    if (!blink || !blinks) return;
    const peak = middleOf(Math.floor((seconds + BLINK_IN_CHANGE) * fps), fps);
    lids.add([{ peak, height: 1, rise: LID_DOWN, fall: LID_UP }]);
  }

  return {
    hear: (rhythm) => {
      phrases = rhythm.phrases;
      ends = phrases.map(({ end }) => end);
      breath.hear(phrases);
      const starts = phrases.flatMap(({ start }) => (start > lastStart ? [start] : []));
      lastStart = starts.at(-1) ?? lastStart;
      for (const { postures } of axes) postures.hear(starts);
      nods.hear(rhythm.stresses);
      brows.hear(rhythm.stresses, rhythm.questions);
      course.hear(rhythm.expressions ?? []);
    },
    addTo: (values, number, said, end = Number.POSITIVE_INFINITY) => {
      const seconds = middleOf(number, fps);
      for (const bumps of allBumps) bumps.forget(seconds);
      const bearing = shown.bearingAt(seconds);
      values[BREATH] = breath.levelAt(seconds);
      shown.addShapes(values, seconds, said);
      addHead(values, seconds, bearing);
      for (const [place, share] of browShares)
        brows.bumps.addTo(values, place, seconds, share * bearing.brows);
      addSmile(values, smileAt(seconds) * (1 - bearing.shown), said);
      gaze.directionAt(seconds, phrases, direction, bearing);
      addGaze(values, direction);
      for (const change of course.begin(seconds)) blinkWith(change);
      if (blink) addBlinks(values, number, end);
    },
    decidedUntil: (seconds) => {
      if (!blink) return Number.POSITIVE_INFINITY;
      const past = ends.filter((end) => end < seconds);
      return blinks.decidedUntil(past, seconds) - LID_DOWN - 0.5 / fps;
    },
    rest: (seconds, level) => {
      phrases = [];
      ends = [];
      breath.rest(seconds, level);
      for (const { postures } of axes) postures.dropBehind(seconds);
      for (const { bumps } of [nods, brows]) bumps.clear();
      course.rest(seconds, restExpression);
    },
    express: (seconds, asked) => {
      restExpression = asked;
      course.rest(seconds, asked);
    },
    held: () =>
      [breath, course, ...allBumps, ...axes.map(({ postures }) => postures)].reduce(
        (sum, part) => sum + part.held(),
        phrases.length,
      ),
  };
}

/** One brow goes a little higher than the other. */
function sharesOfBrows(lead: 'Left' | 'Right'): readonly (readonly [place: number, share: number])[] {
  return [
    [shapeIndex.browInnerUp, 0.9],
    [shapeIndex.browOuterUpLeft, lead === 'Left' ? 0.8 : 0.6],
    [shapeIndex.browOuterUpRight, lead === 'Right' ? 0.8 : 0.6],
    [shapeIndex.eyeWideLeft, 0.25],
    [shapeIndex.eyeWideRight, 0.25],
  ];
}

const LID_SHARES = [
  [shapeIndex.eyeBlinkLeft, 1],
  [shapeIndex.eyeBlinkRight, 1],
  [shapeIndex.eyeSquintLeft, 0.2],
  [shapeIndex.eyeSquintRight, 0.2],
  [shapeIndex.browDownLeft, 0.06],
  [shapeIndex.browDownRight, 0.06],
] as const;

function addSmile(values: Float32Array, weight: number, said: number): void {
  const lips = weight * (1 - (1 - SMILE_IN_SPEECH) * said);
  add(values, 'mouthSmileLeft', lips);
  add(values, 'mouthSmileRight', lips * 0.9);
  for (const shape of ['cheekSquintLeft', 'cheekSquintRight'] as const) add(values, shape, weight);
  for (const shape of ['eyeSquintLeft', 'eyeSquintRight'] as const) add(values, shape, weight / 2);
}

/** The eyes stay on what they look at while the head turns. */
function addGaze(values: Float32Array, direction: Float32Array): void {
  const yaw = (direction[0]! - values[YAW]!) / EYE_YAW;
  const pitch = (direction[1]! - values[PITCH]!) / EYE_PITCH;
  // To the viewer's right is to the person's left.
  add(values, yaw > 0 ? 'eyeLookOutLeft' : 'eyeLookInLeft', Math.abs(yaw));
  add(values, yaw > 0 ? 'eyeLookInRight' : 'eyeLookOutRight', Math.abs(yaw));
  add(values, pitch > 0 ? 'eyeLookDownLeft' : 'eyeLookUpLeft', Math.abs(pitch));
  add(values, pitch > 0 ? 'eyeLookDownRight' : 'eyeLookUpRight', Math.abs(pitch));
}

function add(values: Float32Array, shape: ArkitShape, weight: number): void {
  values[shapeIndex[shape]]! += weight;
}
