import { createMotionStream, LIVE_VALUES, shapeIndex, toLiveValues } from '@anima/face/motion';
import { describe, expect, it } from 'vitest';
import { createShownMotion, type ShownMotion } from './shown-motion.js';

const FPS = 30;
const WIDTH = LIVE_VALUES.length;

/** Seconds of a wide open mouth, as motion of an utterance. */
function openMouth(seconds: number): Float32Array {
  const duration = seconds;
  const stream = createMotionStream({ fps: FPS, seed: 3, blink: false, headMotion: 1 });
  stream.push({ duration, words: [], phonemes: [{ phoneme: 'ɑ', start: 0.1, end: duration - 0.1 }] });
  return toLiveValues(stream.end(undefined, Math.round(seconds * FPS)));
}

/** What is shown every 60th of a second. */
function watch(motion: ShownMotion, from: number, to: number, heardFrom: number | null): Float32Array[] {
  const rows: Float32Array[] = [];
  for (let now = from; now < to; now += 1 / 60)
    rows.push(motion.at(heardFrom === null ? null : { number: 1, seconds: now - heardFrom }, now));
  return rows;
}

/** The largest step of any value between two that follow one another, but of lids: those close in three. */
function largestStep(rows: readonly Float32Array[]): number {
  const lids = new Set<number>([shapeIndex.eyeBlinkLeft, shapeIndex.eyeBlinkRight]);
  const steps = rows
    .slice(1)
    .flatMap((row, i) => Array.from(row, (value, k) => (lids.has(k) ? 0 : Math.abs(value - rows[i]![k]!))));
  return Math.max(...steps);
}

const jawOf = (row: Float32Array | undefined) => row![shapeIndex.jawOpen]!;

describe('what a face shows', () => {
  it('is alive between utterances: it blinks, and its head is never quite still', () => {
    const rows = watch(createShownMotion({ fps: FPS }), 0, 12, null);
    expect(Math.max(...rows.map((row) => row[shapeIndex.eyeBlinkLeft]!))).toBeGreaterThan(0.8);
    expect(new Set(rows.map((row) => row[WIDTH - 5])).size).toBeGreaterThan(100);
    expect(Math.max(...rows.map(jawOf))).toBeLessThan(0.05);
  });

  it('is still between utterances where no motion is wanted', () => {
    const rows = watch(createShownMotion({ fps: FPS, life: false }), 0, 12, null);
    expect(largestStep(rows)).toBe(0);
  });

  it('follows the sound that is heard, between two frames too', () => {
    const motion = createShownMotion({ fps: FPS });
    const values = openMouth(2);
    motion.take({ number: 1, firstFrame: 0, values, last: true });
    watch(motion, 0, 1, 0);
    const [a, b] = [30, 31].map((frame) => values[frame * WIDTH + shapeIndex.jawOpen]!);
    expect(jawOf(motion.at({ number: 1, seconds: 30.25 / FPS }, 1.01))).toBeCloseTo(a! + (b! - a!) / 4, 3);
    expect(a).toBeGreaterThan(0.3);
  });

  it('never jumps: into speech, out of it, and where it is interrupted', () => {
    const motion = createShownMotion({ fps: FPS });
    const values = openMouth(2);
    const rows = watch(motion, 0, 3, null);
    motion.take({ number: 1, firstFrame: 0, values, last: false });
    rows.push(...watch(motion, 3, 4, 3));
    motion.interrupt(4);
    rows.push(...watch(motion, 4, 8, null));
    expect(largestStep(rows)).toBeLessThan(0.2);
    expect(jawOf(rows[239])).toBeGreaterThan(0.3);
    // .12 s for the mouth, as on the server.
    expect(Math.max(...rows.slice(240 + 12).map(jawOf))).toBeLessThan(0.05);
  });

  it('closes the mouth where the motion of what is heard has not come, and goes on when it has', () => {
    const motion = createShownMotion({ fps: FPS });
    const values = openMouth(3);
    motion.take({ number: 1, firstFrame: 0, values: values.slice(0, 30 * WIDTH), last: false });
    const rows = watch(motion, 0, 2, 0);
    expect(jawOf(rows[50])).toBeGreaterThan(0.3);
    expect(jawOf(rows.at(-1))).toBeLessThan(0.05);
    motion.take({ number: 1, firstFrame: 30, values: values.slice(30 * WIDTH), last: true });
    expect(jawOf(watch(motion, 2, 2.5, 0).at(-1))).toBeGreaterThan(0.3);
  });

  it('makes up for no more than a second of a page that was not drawn', () => {
    const motion = createShownMotion({ fps: FPS });
    motion.at(null, 0);
    // Three thousand million frames would not end.
    motion.at(null, 1e8);
    expect(motion.at(null, 1e8 + 1)).toHaveLength(WIDTH);
  });
});
