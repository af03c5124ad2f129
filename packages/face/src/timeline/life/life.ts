import { ARKIT_SHAPES, type ArkitShape, shapeIndex } from '../../arkit-shapes.js';
import { EYE_PITCH, EYE_YAW } from '../../eye-turns.js';
import { middleOf } from '../frame-moments.js';
import type { TimeRange } from '../time-range.js';
import { createBlinks } from './blinks.js';
import { createBreath } from './breathing.js';
import { createBumps } from './bumps.js';
import { createBrowRaises, QUESTION_LEAD, smile } from './expression.js';
import { createGaze, PHRASE_LEAD } from './gaze.js';
import { createNods, createPostures, sway, TURN_LEAD } from './head-motion.js';
import type { Rhythm } from './rhythm.js';
import { createRandom } from './seeded-random.js';

export interface LifeOptions {
  /** The same seed gives the same motion. Any integer. */
  readonly seed: number;
  readonly blink: boolean;
  /** 0 still, 1 as people move when they talk calmly. */
  readonly headMotion: number;
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
/** How much of the smile is left while the mouth is open. */
const SMILE_IN_SPEECH = 0.4;

/** How much earlier than what is heard a face moves for it, in seconds. */
export const LIFE_LEAD = Math.max(QUESTION_LEAD, PHRASE_LEAD, TURN_LEAD);

/** Blinks, gaze, brows, head, breath and a hint of a smile, while it is still being told what they go with. */
export interface Life {
  /** All phrases that frames to come can need, in order, the last perhaps not to its end; stresses and questions not heard before. */
  hear(rhythm: Rhythm): void;
  /** Adds what a frame shows to one that has nothing but its mouth. No frame before the last; no blink begins that closes the eyes behind `end`. */
  addTo(frame: Float32Array, number: number, end?: number): void;
  /** Nothing before that moment, but the breath, is changed by phrases that end later than `seconds`. */
  decidedUntil(seconds: number): number;
  /** Nobody speaks any more from a moment on. */
  rest(seconds: number, breath: number): void;
  held(): number;
}

export function createLife(fps: number, { seed, blink, headMotion }: LifeOptions): Life {
  const random = (stream: string) => createRandom(seed, stream);
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
  const gaze = createGaze(random('gaze'));
  const direction = new Float32Array(2);
  const blinks = createBlinks(random('blinks'));
  const lids = createBumps();
  const allBumps = [nods.bumps, brows.bumps, lids];
  let phrases: readonly TimeRange[] = [];
  let ends: readonly number[] = [];
  let lastStart = Number.NEGATIVE_INFINITY;

  function addHead(values: Float32Array, seconds: number): void {
    for (const { place, swayed, turned, swayAt, postures } of axes)
      values[place]! += swayed * swayAt(seconds) + turned * postures.degreesAt(seconds);
    nods.bumps.addTo(values, PITCH, seconds);
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
    },
    addTo: (values, number, end = Number.POSITIVE_INFINITY) => {
      const seconds = middleOf(number, fps);
      for (const bumps of allBumps) bumps.forget(seconds);
      values[BREATH] = breath.levelAt(seconds);
      addHead(values, seconds);
      for (const [place, share] of browShares) brows.bumps.addTo(values, place, seconds, share);
      addSmile(values, smileAt(seconds));
      gaze.directionAt(seconds, phrases, direction);
      addGaze(values, direction);
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
    },
    held: () =>
      [breath, ...allBumps, ...axes.map(({ postures }) => postures)].reduce(
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

function addSmile(values: Float32Array, weight: number): void {
  const open = Math.min(1, values[shapeIndex.jawOpen]! * 3);
  const lips = weight * (1 - (1 - SMILE_IN_SPEECH) * open);
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
