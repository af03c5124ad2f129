import { describe, expect, it } from 'vitest';
import { ARKIT_SHAPES, type ArkitShape, shapeIndex } from '../../arkit-shapes.js';
import { type FaceMotion, MOTION_CHANNELS } from '../face-motion.js';
import { createBlinks, LONGEST_INTERVAL, SHORTEST_INTERVAL } from './blinks.js';
import { createIdleMotion, type LifeOptions } from './idle-motion.js';
import type { Rhythm } from './rhythm.js';
import { createRandom } from './seeded-random.js';

const [YAW, PITCH, ROLL, BREATH] = [0, 1, 2, 3].map((i) => ARKIT_SHAPES.length + i) as [
  number,
  number,
  number,
  number,
];
const SILENT: Rhythm = { phrases: [], stresses: [], questions: [] };

function live(seconds: number, rhythm = SILENT, options: Partial<LifeOptions> = {}, fps = 25): FaceMotion {
  const frames = seconds * fps;
  const motion = { fps, frames, values: new Float32Array(frames * MOTION_CHANNELS) };
  const life = createIdleMotion(fps, { seed: 3, blink: true, headMotion: 1, ...options });
  life.hear(rhythm);
  for (let frame = 0; frame < frames; frame++)
    life.addTo(motion.values.subarray(frame * MOTION_CHANNELS, (frame + 1) * MOTION_CHANNELS), frame, 0);
  return motion;
}
const channel = ({ values, frames }: FaceMotion, place: ArkitShape | number): number[] => {
  const i = typeof place === 'number' ? place : shapeIndex[place];
  return Array.from({ length: frames }, (_, frame) => values[frame * MOTION_CHANNELS + i]!);
};
const mean = (values: readonly number[]): number => values.reduce((sum, x) => sum + x, 0) / values.length;
const range = (values: readonly number[]): number => Math.max(...values) - Math.min(...values);

describe('blinks', () => {
  const found = createBlinks(createRandom(1, 'blinks')).before(3600, []);
  const single = found.filter(({ second }) => !second);
  const intervals = found.flatMap(({ seconds, second }, i) =>
    i === 0 || second ? [] : [seconds - found[i - 1]!.seconds],
  );

  it('come every four seconds, never before 1.5 or after 8', () => {
    expect(mean(intervals)).toBeGreaterThan(3.7);
    expect(mean(intervals)).toBeLessThan(4.3);
    expect(Math.min(...intervals)).toBeGreaterThanOrEqual(SHORTEST_INTERVAL - 1e-9);
    expect(Math.max(...intervals)).toBeLessThanOrEqual(LONGEST_INTERVAL + 1e-9);
    expect(range(intervals)).toBeGreaterThan(5);
  });

  it('are double one time in ten', () => {
    const doubles = (found.length - single.length) / single.length;
    expect(doubles).toBeGreaterThan(0.06);
    expect(doubles).toBeLessThan(0.14);
  });

  it('come behind phrases far more often than by chance', () => {
    const ends = Array.from({ length: 1000 }, (_, i) => 3.6 * (i + 1));
    const afterPhrases = createBlinks(createRandom(1, 'blinks'))
      .before(3600, ends)
      .filter(({ seconds }) => seconds % 3.6 < 0.15 && seconds > 3.6);
    // Expected by chance: 0.15 of 3.6 s, 4 %.
    expect(afterPhrases.length / found.length).toBeGreaterThan(0.3);
  });

  it.each([10, 24, 25, 30, 60])('close the eyes in full for a frame, at %i frames a second', (fps) => {
    const lids = channel(live(60, SILENT, {}, fps), 'eyeBlinkLeft');
    const closed = lids.filter((lid) => lid === 1).length;
    expect(closed).toBeGreaterThanOrEqual(10);
    expect(closed).toBeLessThan(25);
    // 50 ms down, 100 up.
    expect(lids.filter((lid) => lid > 0).length / fps / closed).toBeLessThan(0.2);
  });

  it('can be turned off, which changes nothing else', () => {
    const [on, off] = [live(60), live(60, SILENT, { blink: false })];
    expect(Math.max(...channel(off, 'eyeBlinkLeft'), ...channel(off, 'eyeBlinkRight'))).toBe(0);
    for (const place of ['mouthSmileLeft', 'eyeLookInLeft', YAW, PITCH, BREATH] as const)
      expect(channel(off, place)).toEqual(channel(on, place));
  });
});

describe('the head', () => {
  const stresses = Array.from({ length: 40 }, (_, i) => ({ seconds: 1 + i, strength: 0.4 + (i % 4) / 5 }));
  const talking: Rhythm = { phrases: [{ start: 0.5, end: 41 }], stresses, questions: [] };

  it('sways a little at rest', () => {
    const motion = live(60);
    for (const place of [YAW, PITCH, ROLL]) {
      expect(range(channel(motion, place))).toBeGreaterThan(0.8);
      expect(Math.max(...channel(motion, place).map(Math.abs))).toBeLessThan(2);
    }
  });

  it('nods on stressed syllables, by at most four degrees', () => {
    const [still, nodding] = [live(42), live(42, talking)];
    // Without the lift by the breath.
    const nodOf = (motion: FaceMotion) => {
      const breath = channel(motion, BREATH);
      return channel(motion, PITCH).map((pitch, i) => pitch + 0.35 * breath[i]!);
    };
    const swaying = nodOf(still);
    const nods = nodOf(nodding).map((pitch, i) => pitch - swaying[i]!);
    expect(Math.min(...nods)).toBeGreaterThan(-1e-3);
    expect(Math.max(...nods)).toBeGreaterThan(1.5);
    expect(Math.max(...nods)).toBeLessThanOrEqual(4 + 1e-3);
    // Nods are deepest near a stress. All stresses are at whole seconds.
    const deepest = nods.flatMap((nod, i) =>
      nod > 1 && nod >= (nods[i - 1] ?? 0) && nod > (nods[i + 1] ?? 0) ? [(i + 0.5) / 25] : [],
    );
    expect(deepest.length).toBeGreaterThan(8);
    for (const seconds of deepest) expect(Math.abs(seconds - Math.round(seconds))).toBeLessThan(0.08);
  });

  it('moves by the requested amount', () => {
    const [full, half, still] = [1, 0.5, 0].map((headMotion) => live(20, talking, { headMotion }));
    for (const place of [YAW, PITCH, ROLL]) {
      expect(range(channel(half!, place))).toBeCloseTo(range(channel(full!, place)) / 2, 4);
      expect(range(channel(still!, place))).toBe(0);
    }
    expect(range(channel(still!, BREATH))).toBeGreaterThan(0.5);
  });
});

describe('the eyes', () => {
  it('wander in little jumps and return to the viewer', () => {
    const motion = live(120, SILENT, { headMotion: 0, blink: false });
    const inwards = channel(motion, 'eyeLookInLeft');
    const left = channel(motion, 'eyeLookOutLeft').map((out, i) => 28 * (out - inwards[i]!));
    expect(mean(left.map((degrees) => (Math.abs(degrees) < 1.5 ? 1 : 0)))).toBeGreaterThan(0.75);
    expect(Math.max(...left.map(Math.abs))).toBeGreaterThan(3);
    expect(Math.max(...left.map(Math.abs))).toBeLessThan(8);
    // Both eyes the same way.
    expect(channel(motion, 'eyeLookInRight')).toEqual(channel(motion, 'eyeLookOutLeft'));
    expect(channel(motion, 'eyeLookUpLeft')).toEqual(channel(motion, 'eyeLookUpRight'));
  });

  it('stay on the viewer while the head turns', () => {
    const [turning, still] = [live(20, SILENT), live(20, SILENT, { headMotion: 0 })];
    const gaze = (motion: FaceMotion) => {
      const [out, inwards, yaw] = (['eyeLookOutLeft', 'eyeLookInLeft', YAW] as const).map((place) =>
        channel(motion, place),
      );
      return out!.map((weight, i) => 28 * (weight - inwards![i]!) + yaw![i]!);
    };
    const [moving, resting] = [gaze(turning), gaze(still)];
    for (const [i, degrees] of moving.entries()) expect(degrees).toBeCloseTo(resting[i]!, 3);
  });
});

describe('the rest of the face', () => {
  it('raises the brows towards the end of a question, and on some stressed words', () => {
    const browRaise = channel(live(10, { ...SILENT, questions: [5] }), 'browInnerUp');
    expect(Math.max(...browRaise)).toBeGreaterThan(0.25);
    expect(browRaise.indexOf(Math.max(...browRaise)) / 25).toBeCloseTo(4.9, 0);
    expect(Math.max(...channel(live(10), 'browInnerUp'))).toBe(0);
    const stresses = Array.from({ length: 20 }, (_, i) => ({ seconds: 2 * i, strength: 0.8 }));
    const raised = channel(live(40, { ...SILENT, stresses }), 'browInnerUp');
    const raises = raised.filter((weight, i) => weight > 0.05 && raised[i - 1]! <= 0.05).length;
    expect(raises).toBeGreaterThan(2);
    expect(raises).toBeLessThan(12);
    expect(Math.max(...raised)).toBeLessThan(0.2);
  });

  it('breathes four seconds a breath at rest, in before a phrase, out while it is said', () => {
    const rest = channel(live(40), BREATH);
    const ups = rest.filter((level, i) => i > 0 && level > 0 && rest[i - 1]! <= 0).length;
    expect(ups).toBeGreaterThanOrEqual(9);
    expect(ups).toBeLessThanOrEqual(11);
    const phrases = [
      { start: 5, end: 9 },
      { start: 9.8, end: 12 },
    ];
    const spoken = channel(live(20, { ...SILENT, phrases }), BREATH);
    const at = (seconds: number) => spoken[Math.floor(seconds * 25)]!;
    expect(at(5)).toBeGreaterThan(0.8);
    expect(at(9)).toBeLessThan(at(5) - 1);
    expect(at(9.8)).toBeGreaterThan(at(9) + 0.7);
    expect(Math.max(...spoken.map(Math.abs))).toBeLessThanOrEqual(1);
  });

  it('smiles a little', () => {
    const smile = channel(live(60), 'mouthSmileLeft');
    expect(Math.min(...smile)).toBeGreaterThan(0);
    expect(Math.max(...smile)).toBeLessThan(0.15);
  });

  it('is the same for a seed and another for another', () => {
    expect(live(20)).toEqual(live(20));
    const [one, other] = [live(20), live(20, SILENT, { seed: 4 })];
    for (const place of [YAW, PITCH, ROLL, 'eyeBlinkLeft', 'mouthSmileLeft', 'eyeLookUpLeft'] as const)
      expect(channel(one, place)).not.toEqual(channel(other, place));
  });
});
