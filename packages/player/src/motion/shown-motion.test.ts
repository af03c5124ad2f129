import { LIVE_VALUES } from '@anima/face/motion';
import { describe, expect, it } from 'vitest';
import { createShownMotion, type DisplayedMotion } from './index.js';

const FPS = 30;
const jaw = LIVE_VALUES.indexOf('jawOpen');
const blink = LIVE_VALUES.indexOf('eyeBlinkLeft');

/** Frames of a jaw. */
function frames(number: number, firstFrame: number, jaws: readonly number[], last = false) {
  const values = new Float32Array(jaws.length * LIVE_VALUES.length);
  jaws.forEach((value, i) => {
    values[i * LIVE_VALUES.length + jaw] = value;
  });
  return { number, firstFrame, values, last };
}

/** What is shown at 60 Hz for so long, beginning at `now`; `from` null: nobody speaks. */
function show(motion: DisplayedMotion, now: number, seconds: number, from: number | null = null) {
  return Array.from({ length: Math.round(seconds * 60) }, (_, i) =>
    motion.at(from === null ? null : { number: 1, seconds: from + i / 60 }, now + i / 60),
  );
}

describe('what a face shows', () => {
  it('is what is heard, between frames what lies between', () => {
    const motion = createShownMotion({ fps: FPS, life: false });
    motion.take(frames(1, 0, Array(30).fill(0)));
    motion.take(frames(1, 30, [0.2, 0.6, 0.4], true));
    show(motion, 0, 1, 0);
    expect(motion.at({ number: 1, seconds: 30 / FPS }, 1)[jaw]).toBeCloseTo(0.2, 5);
    expect(motion.at({ number: 1, seconds: 30.25 / FPS }, 1.01)[jaw]).toBeCloseTo(0.3, 5);
    expect(motion.at({ number: 1, seconds: 31.5 / FPS }, 1.02)[jaw]).toBeCloseTo(0.5, 5);
  });

  it('lives while nobody speaks: it blinks, breathes and looks about', () => {
    const shown = show(createShownMotion({ fps: FPS }), 5, 20);
    expect(Math.max(...shown.map((values) => values[blink]!))).toBeGreaterThan(0.9);
    for (const name of ['headY', 'headYaw'] as const) {
      const at = LIVE_VALUES.indexOf(name);
      expect(new Set(shown.map((values) => values[at])).size).toBeGreaterThan(100);
    }
    const still = show(createShownMotion({ fps: FPS, life: false }), 5, 5);
    expect(Math.max(...still.flatMap((values) => [...values]))).toBe(0);
  });

  it('goes from life to speech and back without a jump', () => {
    const motion = createShownMotion({ fps: FPS });
    motion.take(frames(1, 0, Array(60).fill(0.5), true));
    const shown = [...show(motion, 0, 3), ...show(motion, 3, 2, 0), ...show(motion, 5, 3)];
    for (let i = 1; i < shown.length; i++) {
      // A mouth of .5 that opens or closes in .12 s moves .1 in a sixtieth; lids are faster by themselves.
      expect(Math.abs(shown[i]![jaw]! - shown[i - 1]![jaw]!)).toBeLessThan(0.11);
      for (const name of ['headPitch', 'headYaw', 'headRoll', 'browInnerUp'] as const) {
        const at = LIVE_VALUES.indexOf(name);
        expect(Math.abs(shown[i]![at]! - shown[i - 1]![at]!)).toBeLessThan(0.03);
      }
    }
    expect(shown[3 * 60 + 60]![jaw]).toBeCloseTo(0.5, 5);
    expect(shown.at(-1)![jaw]).toBeLessThan(0.02);
  });

  it.each([true, false])('closes the mouth in .12 s when it is interrupted (life: %s)', (life) => {
    const motion = createShownMotion({ fps: FPS, life });
    motion.take(frames(1, 0, Array(60).fill(0.6)));
    show(motion, 0, 1, 0);
    motion.interrupt(1);
    const after = show(motion, 1, 0.3, 1);
    expect(after[0]![jaw]).toBeGreaterThan(0.3);
    expect(after[10]![jaw]).toBeLessThan(0.03);
    expect(motion.held()).toBe(0);
  });

  it('closes the mouth where frames are late, and goes on when they come', () => {
    const motion = createShownMotion({ fps: FPS });
    motion.take(frames(1, 0, Array(15).fill(0.6)));
    const late = show(motion, 0, 1, 0);
    expect(late[25]![jaw]).toBeCloseTo(0.6, 5);
    expect(late[50]![jaw]).toBeLessThan(0.03);
    motion.take(frames(1, 15, Array(60).fill(0.6), true));
    const shown = show(motion, 1, 0.5, 1);
    expect(shown[0]![jaw]).toBeLessThan(0.1);
    expect(shown.at(-1)![jaw]).toBeCloseTo(0.6, 5);
  });

  it.each([true, false])('shows an expression between utterances (life: %s)', (life) => {
    const motion = createShownMotion({ fps: FPS, life });
    const smile = LIVE_VALUES.indexOf('mouthSmileLeft');
    show(motion, 0, 1);
    motion.express({ name: 'happy', strength: 1 });
    expect(show(motion, 1, 2).at(-1)![smile]).toBeGreaterThan(0.4);
    motion.take(frames(1, 0, Array(30).fill(0.6), true));
    expect(show(motion, 3, 0.9, 0).at(-1)![smile]).toBeLessThan(0.1);
    expect(show(motion, 4, 2).at(-1)![smile]).toBeGreaterThan(0.4);
    motion.express({ name: 'neutral', strength: 1 });
    expect(show(motion, 6, 2).at(-1)![smile]).toBeLessThan(0.2);
  });

  it('keeps little of an hour of talk, and does not make up for an hour in which nobody looked', () => {
    const motion = createShownMotion({ fps: FPS });
    let most = 0;
    for (let second = 0; second < 3600; second++) {
      const number = 1 + Math.floor(second / 60);
      motion.take(frames(number, (second % 60) * FPS, Array(FPS).fill(0.3), second % 60 === 59));
      for (let i = 0; i < 10; i++) motion.at({ number, seconds: (second % 60) + i / 10 }, second + i / 10);
      most = Math.max(most, motion.held());
    }
    expect(most).toBeLessThan(3 * FPS);
    motion.at(null, 3600);
    expect(motion.at(null, 7200)[jaw]).toBeLessThan(0.5);
  });

  it('keeps no more than two minutes of what nobody hears', () => {
    const motion = createShownMotion({ fps: FPS });
    for (let i = 0; i < 300; i++) motion.take(frames(1, i * FPS, Array(FPS).fill(0)));
    expect(motion.held()).toBeLessThanOrEqual(120 * FPS);
  });
});
