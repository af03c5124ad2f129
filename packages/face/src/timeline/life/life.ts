import { ARKIT_SHAPES, type ArkitShape, shapeIndex } from '../../arkit-shapes.js';
import { type FaceMotion, MOTION_CHANNELS } from '../face-motion.js';
import { smoothStep } from '../mouth/holds.js';
import { blinks } from './blinks.js';
import { breathing } from './breathing.js';
import { addBumps } from './bumps.js';
import { browRaises, smile } from './expression.js';
import { fixations, gazeOf } from './gaze.js';
import { nods, sway, TURN_SECONDS, turns } from './head-motion.js';
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
/** Degrees that the eyes of models/heads turn at weight 1: sideways, up and down. */
const EYE_YAW = 28;
const EYE_PITCH = 25;
/** Sway of the head turns it more than it nods or tilts it. */
const PITCH_SWAY = 0.5;
const ROLL_SWAY = 0.55;
const ROLL_TURN = 0.6;
/** Degrees that a breath lifts the head. */
const BREATH_LIFT = 0.35;
/** How much of the smile is left while the mouth is open. */
const SMILE_IN_SPEECH = 0.4;

/** Blinks, gaze, brows, head, breath and a hint of a smile, added to a motion that has nothing but its mouth. In place. */
export function addLife(motion: FaceMotion, rhythm: Rhythm, { seed, blink, headMotion }: LifeOptions): void {
  addBreath(motion, rhythm);
  addHead(motion, rhythm, seed, headMotion);
  addBrows(motion, rhythm, seed);
  addSmile(motion, seed);
  addGaze(motion, rhythm, seed);
  if (blink) addBlinks(motion, rhythm, seed);
}

function channel({ fps, frames, values }: FaceMotion, place: number) {
  return { fps, frames, values, place, stride: MOTION_CHANNELS };
}

function addBreath(motion: FaceMotion, { phrases }: Rhythm): void {
  const levels = breathing(phrases, motion.fps, motion.frames);
  for (let frame = 0; frame < motion.frames; frame++)
    motion.values[frame * MOTION_CHANNELS + BREATH] = levels[frame]!;
}

function addHead(motion: FaceMotion, { phrases, stresses }: Rhythm, seed: number, amount: number): void {
  const { fps, frames, values } = motion;
  const starts = phrases.map(({ start }) => start - TURN_SECONDS / 2);
  for (const [place, name, swayed, turned] of [
    [YAW, 'yaw', 1, 1],
    [PITCH, 'pitch', PITCH_SWAY, 0],
    [ROLL, 'roll', ROLL_SWAY, ROLL_TURN],
  ] as const) {
    const swayAt = sway(createRandom(seed, `${name} sway`));
    const postures = turns(starts, createRandom(seed, `${name} turns`));
    let i = 0;
    for (let frame = 0; frame < frames; frame++) {
      const seconds = (frame + 0.5) / fps;
      while (i + 1 < postures.length && postures[i + 1]!.seconds <= seconds) i++;
      const [now, before] = [postures[i]!, postures[Math.max(0, i - 1)]!];
      const share = smoothStep((seconds - now.seconds) / TURN_SECONDS);
      const posture = before.degrees + share * (now.degrees - before.degrees);
      values[frame * MOTION_CHANNELS + place]! += swayed * swayAt(seconds) + turned * posture;
    }
  }
  addBumps(nods(stresses, createRandom(seed, 'nods')), channel(motion, PITCH));
  for (let frame = 0; frame < frames; frame++) {
    const at = frame * MOTION_CHANNELS;
    values[at + PITCH]! -= BREATH_LIFT * values[at + BREATH]!;
    for (const place of [YAW, PITCH, ROLL]) values[at + place]! *= amount;
  }
}

function addBrows(motion: FaceMotion, { stresses, questions }: Rhythm, seed: number): void {
  const raises = browRaises(stresses, questions, createRandom(seed, 'brows'));
  // One brow goes a little higher than the other.
  const lead = createRandom(seed, 'leading brow').chance(0.5) ? 'Left' : 'Right';
  for (const [shape, share] of [
    ['browInnerUp', 0.9],
    ['browOuterUpLeft', lead === 'Left' ? 0.8 : 0.6],
    ['browOuterUpRight', lead === 'Right' ? 0.8 : 0.6],
    ['eyeWideLeft', 0.25],
    ['eyeWideRight', 0.25],
  ] as const)
    addBumps(
      raises.map((raise) => ({ ...raise, height: share * raise.height })),
      channel(motion, shapeIndex[shape]),
    );
}

function addSmile({ fps, frames, values }: FaceMotion, seed: number): void {
  const smileAt = smile(createRandom(seed, 'smile'));
  for (let frame = 0; frame < frames; frame++) {
    const at = frame * MOTION_CHANNELS;
    const open = Math.min(1, values[at + shapeIndex.jawOpen]! * 3);
    const weight = smileAt((frame + 0.5) / fps);
    const lips = weight * (1 - (1 - SMILE_IN_SPEECH) * open);
    add(values, at, 'mouthSmileLeft', lips);
    add(values, at, 'mouthSmileRight', lips * 0.9);
    for (const shape of ['cheekSquintLeft', 'cheekSquintRight'] as const) add(values, at, shape, weight);
    for (const shape of ['eyeSquintLeft', 'eyeSquintRight'] as const) add(values, at, shape, weight / 2);
  }
}

/** The eyes stay on what they look at while the head turns. */
function addGaze({ fps, frames, values }: FaceMotion, { phrases }: Rhythm, seed: number): void {
  const found = fixations(frames / fps, phrases, createRandom(seed, 'gaze'));
  const directions = gazeOf(found, fps, frames);
  for (let frame = 0; frame < frames; frame++) {
    const at = frame * MOTION_CHANNELS;
    const yaw = (directions[2 * frame]! - values[at + YAW]!) / EYE_YAW;
    const pitch = (directions[2 * frame + 1]! - values[at + PITCH]!) / EYE_PITCH;
    // To the viewer's right is to the person's left.
    add(values, at, yaw > 0 ? 'eyeLookOutLeft' : 'eyeLookInLeft', Math.abs(yaw));
    add(values, at, yaw > 0 ? 'eyeLookInRight' : 'eyeLookOutRight', Math.abs(yaw));
    add(values, at, pitch > 0 ? 'eyeLookDownLeft' : 'eyeLookUpLeft', Math.abs(pitch));
    add(values, at, pitch > 0 ? 'eyeLookDownRight' : 'eyeLookUpRight', Math.abs(pitch));
  }
}

function addBlinks(motion: FaceMotion, { phrases }: Rhythm, seed: number): void {
  const { fps, frames } = motion;
  const ends = phrases.map(({ end }) => end);
  // The lid is down in the middle of a frame, that one shows it.
  const bumps = blinks(frames / fps, ends, createRandom(seed, 'blinks')).map(({ seconds }) => ({
    peak: (Math.floor(seconds * fps) + 0.5) / fps,
    height: 1,
    rise: LID_DOWN,
    fall: LID_UP,
  }));
  for (const [shape, height] of [
    ['eyeBlinkLeft', 1],
    ['eyeBlinkRight', 1],
    ['eyeSquintLeft', 0.2],
    ['eyeSquintRight', 0.2],
    ['browDownLeft', 0.06],
    ['browDownRight', 0.06],
  ] as const)
    addBumps(
      bumps.map((bump) => ({ ...bump, height })),
      channel(motion, shapeIndex[shape]),
    );
}

function add(values: Float32Array, frameStart: number, shape: ArkitShape, weight: number): void {
  values[frameStart + shapeIndex[shape]]! += weight;
}
