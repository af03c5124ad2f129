import { describe, expect, it } from 'vitest';
import type { KnownSpeech } from './live-motion.js';
import { openLiveMotion } from './live-stages.js';

/** "mama ooo", .1 s a sound. */
const SOUND: KnownSpeech = {
  duration: 1,
  phonemes: [...'mɑmɑ'].map((phoneme, i) => ({ phoneme, start: 0.1 + i / 10, end: 0.2 + i / 10 })),
  visemes: ['PP', 'aa', 'PP', 'aa'].map((viseme, i) => ({ viseme, start: 0.1 + i / 10, end: 0.2 + i / 10 })),
  words: [{ start: 0.1, end: 0.5, question: false }],
};

describe('the motion of live speech', () => {
  it('has 52 shapes and the head, which continue across utterances and interruptions', () => {
    const motion = openLiveMotion('arkit', 30);
    const width = motion.shapes.length;
    const shape = (values: Float32Array, frame: number, name: string) =>
      values[frame * width + motion.shapes.indexOf(name)]!;
    motion.begin();
    motion.addSpeech(SOUND);
    const first = motion.upTo(30, true);
    expect(first.length).toBe(30 * 58);
    expect(Math.max(...Array.from({ length: 30 }, (_, i) => shape(first, i, 'jawOpen')))).toBeGreaterThan(
      0.2,
    );
    motion.begin();
    motion.addSpeech(SOUND);
    const second = motion.upTo(8, false);
    for (const name of ['headPitch', 'headYaw', 'headY', 'browInnerUp'])
      expect(Math.abs(shape(second, 0, name) - shape(first, 29, name))).toBeLessThan(0.03);
    const open = shape(second, 7, 'jawOpen');
    expect(open).toBeGreaterThan(0.2);
    motion.interrupt(0);
    motion.begin();
    motion.addSpeech({ ...SOUND, phonemes: [], words: [] });
    const after = motion.upTo(15, true);
    expect(shape(after, 0, 'jawOpen')).toBeLessThanOrEqual(open);
    expect(shape(after, 0, 'jawOpen')).toBeGreaterThan(open / 3);
    expect(shape(after, 14, 'jawOpen')).toBeLessThan(0.02);
  });

  it('continues from the displayed frame', () => {
    const motion = openLiveMotion('arkit', 30);
    const jaw = motion.shapes.indexOf('jawOpen');
    motion.begin();
    motion.addSpeech(SOUND);
    const given = motion.upTo(30, true);
    motion.interrupt(22);
    motion.begin();
    const next = motion.upTo(1, false);
    expect(Math.abs(next[jaw]! - given[7 * motion.shapes.length + jaw]!)).toBeLessThan(0.2);
    expect(next[jaw]!).toBeGreaterThan(0.1);
  });

  it('continues from it after a second interruption without new frames', () => {
    const motion = openLiveMotion('arkit', 30);
    const jaw = motion.shapes.indexOf('jawOpen');
    motion.begin();
    motion.addSpeech(SOUND);
    motion.upTo(30, true);
    motion.interrupt(22);
    motion.begin();
    motion.interrupt(0);
    motion.begin();
    expect(motion.upTo(1, false)[jaw]!).toBeGreaterThan(0.1);
  });

  it('continues from a frame of an earlier utterance, and after an interrupted lookahead', () => {
    const motion = openLiveMotion('arkit', 30);
    const jaw = motion.shapes.indexOf('jawOpen');
    motion.begin();
    motion.addSpeech(SOUND);
    const given = motion.upTo(30, true);
    motion.begin();
    motion.addSpeech({ ...SOUND, phonemes: [], words: [] });
    motion.upTo(20, false);
    // The seventh of the first.
    motion.interrupt(42);
    motion.begin();
    const next = motion.upTo(1, false);
    expect(next[jaw]!).toBeGreaterThan(given[7 * motion.shapes.length + jaw]! / 2);
    const broken = openLiveMotion('arkit', 30);
    broken.begin();
    broken.addSpeech(SOUND);
    broken.addSpeech({ ...SOUND, duration: 5, phonemes: [], words: [] });
    const before = broken.upTo(7, false);
    broken.begin();
    const after = broken.upTo(30, true);
    expect(Math.abs(after[jaw]! - before[6 * motion.shapes.length + jaw]!)).toBeLessThan(0.1);
    expect(after.at(29 * motion.shapes.length + jaw)).toBeLessThan(0.02);
  });

  it('has fifteen visemes that continue from the displayed ones after an interruption', () => {
    const motion = openLiveMotion('visemes', 30);
    const [aa, sil] = ['aa', 'sil'].map((name) => motion.shapes.indexOf(name)) as [number, number];
    motion.begin();
    motion.addSpeech(SOUND);
    const given = motion.upTo(30, true);
    const shown = given.subarray(7 * 15, 8 * 15);
    expect(shown[aa]).toBeGreaterThan(0.6);
    motion.interrupt(22);
    motion.interrupt(0);
    motion.begin();
    const next = motion.upTo(10, false);
    expect(next[aa]).toBeGreaterThan(shown[aa]! / 2);
    for (let i = 0; i < 10; i++) {
      const row = [...next.subarray(i * 15, i * 15 + 15)];
      expect(row.reduce((sum, value) => sum + value, 0)).toBeCloseTo(1, 5);
      if (i > 0) expect(row[aa]!).toBeLessThanOrEqual(next[(i - 1) * 15 + aa]! + 1e-6);
    }
    expect(next[9 * 15 + sil]).toBe(1);
    motion.begin();
    expect(motion.upTo(1, false)[sil]).toBe(1);
  });

  it('is fifteen visemes that are one that are one together, with closed lips where they close', () => {
    const motion = openLiveMotion('visemes', 25);
    motion.begin();
    motion.addSpeech(SOUND);
    const values = motion.upTo(25, true);
    const row = (frame: number) => [...values.subarray(frame * 15, frame * 15 + 15)];
    for (let i = 0; i < 25; i++) expect(row(i).reduce((sum, value) => sum + value, 0)).toBeCloseTo(1, 5);
    expect(row(0)[0]).toBe(1);
    expect(row(4)[motion.shapes.indexOf('PP')]).toBe(1);
    expect(row(6)[motion.shapes.indexOf('aa')]).toBeGreaterThan(0.6);
  });
});
