import { describe, expect, it } from 'vitest';
import { ARKIT_SHAPES, type ArkitShape, shapeIndex } from '../arkit-shapes.js';
import { createMouthListener } from './audio/mouth-listener.js';
import { type FaceMotion, MOTION_CHANNELS } from './face-motion.js';
import { motionFromSound, motionFromTrack } from './motion-from-sound.js';

// benchmarks/src/lipsync tests real voices.

const RATE = 16_000;
const OPTIONS = { fps: 25, frames: 100, seed: 1, blink: true, headMotion: 1 };

const weight = ({ values }: FaceMotion, frame: number, shape: ArkitShape): number =>
  values[frame * MOTION_CHANNELS + shapeIndex[shape]]!;
const openings = (motion: FaceMotion): number[] =>
  Array.from(
    { length: motion.frames },
    (_, frame) => weight(motion, frame, 'jawOpen') - weight(motion, frame, 'mouthClose'),
  );

/**
 * A glottis through three formants: an open vowel from `start` to `end` in seconds, 120 Hz except for its
 * last 0.25 s.
 */
function vowel(seconds: number, start: number, end: number, gain = 0.3, lastHertz = 120): Float32Array {
  const samples = new Float32Array(seconds * RATE);
  let since = 0;
  for (let n = start * RATE; n < end * RATE; n++) {
    since = since * (n > (end - 0.25) * RATE ? lastHertz : 120) >= RATE ? 0 : since + 1;
    const edge = Math.min(1, (n - start * RATE) / 300, (end * RATE - n) / 300);
    for (const [hertz, share] of FORMANTS) {
      const ringing = Math.exp((-250 * since) / RATE) * Math.sin((2 * Math.PI * hertz * since) / RATE);
      samples[n]! += gain * edge * share * ringing;
    }
  }
  return samples;
}
const FORMANTS = [
  [700, 1],
  [1200, 0.6],
  [2600, 0.2],
] as const;
function hiss(seconds: number, gain: number): Float32Array {
  let state = 1;
  return Float32Array.from({ length: seconds * RATE }, () => {
    state = (state * 48_271) % 2_147_483_647;
    return gain * (state / 2_147_483_647 - 0.5);
  });
}

describe('motionFromSound', () => {
  it('keeps the mouth closed where nobody speaks', () => {
    for (const silence of [new Float32Array(4 * RATE), hiss(4, 1e-4), hiss(4, 0.02), new Float32Array(0)])
      expect(Math.max(...openings(motionFromSound(silence, RATE, OPTIONS)))).toBeLessThan(0.02);
  });

  it.each([0.5, 0.05, 0.005])('opens it for a vowel and only then, at a gain of %f', (gain) => {
    const motion = motionFromSound(vowel(4, 1.2, 1.7, gain), RATE, OPTIONS);
    const opening = openings(motion);
    expect(Math.max(...opening.slice(32, 42))).toBeGreaterThan(0.25);
    expect(Math.max(...opening.slice(0, 24))).toBeLessThan(0.02);
    expect(Math.max(...opening.slice(50))).toBeLessThan(0.02);
  });

  it('raises the brows when the voice rises at the end, as in a question', () => {
    const brows = (lastHertz: number) => {
      const motion = motionFromSound(vowel(4, 1, 2, 0.3, lastHertz), RATE, OPTIONS);
      const weights = Array.from({ length: motion.frames }, (_, frame) =>
        weight(motion, frame, 'browInnerUp'),
      );
      return Math.max(...weights.slice(35));
    };
    expect(brows(170)).toBeGreaterThan(0.25);
    expect(brows(90)).toBeLessThan(0.18);
  });

  it('hears the same in pieces, and lives on behind the sound', () => {
    const samples = vowel(2, 0.5, 1);
    const listener = createMouthListener(RATE);
    for (let at = 0; at < samples.length; at += 1000) listener.push(samples.subarray(at, at + 1000));
    const motion = motionFromTrack(listener.finish(), OPTIONS);
    expect(motion).toEqual(motionFromSound(samples, RATE, OPTIONS));
    expect(motion.frames).toBe(100);
    const yaws = Array.from(
      { length: 100 },
      (_, frame) => motion.values[frame * MOTION_CHANNELS + ARKIT_SHAPES.length]!,
    );
    expect(new Set(yaws.slice(50)).size).toBe(50);
    expect(motion.values.every(Number.isFinite)).toBe(true);
  });

  it('takes any sound', () => {
    for (const rate of [8_000, 11_025, 44_100, 96_000, 192_000]) {
      for (const samples of [new Float32Array(1), hiss(1, 2), new Float32Array(rate / 10).fill(1)]) {
        const { values } = motionFromSound(samples, rate, OPTIONS);
        expect(values.every((value) => Number.isFinite(value))).toBe(true);
      }
    }
  });
});
