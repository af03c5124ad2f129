import { describe, expect, it } from 'vitest';
import { BANDS, createSoundFrames, type SoundFrame } from './sound-frames.js';

function framesOf(samples: Float32Array, sampleRate: number, piece = samples.length): SoundFrame[] {
  const found: SoundFrame[] = [];
  const keep = (frame: SoundFrame) => found.push({ ...frame, bands: frame.bands.slice() });
  const frames = createSoundFrames(sampleRate);
  for (let at = 0; at < samples.length; at += piece) frames.push(samples.subarray(at, at + piece), keep);
  frames.flush(keep);
  return found;
}
const sine = (hertz: number, sampleRate: number, seconds = 0.5, amplitude = 1) =>
  Float32Array.from(
    { length: Math.round(seconds * sampleRate) },
    (_, n) => amplitude * Math.sin((2 * Math.PI * hertz * n) / sampleRate),
  );
const RATES = [8_000, 16_000, 22_050, 24_000, 44_100, 48_000];

describe('frames of sound', () => {
  it.each(RATES)('are a hundred a second at %i Hz, in whatever pieces it comes', (sampleRate) => {
    const samples = sine(700, sampleRate, 0.4037);
    const whole = framesOf(samples, sampleRate);
    expect(whole.length).toBe(41);
    expect(framesOf(samples, sampleRate, 123)).toEqual(whole);
    expect(framesOf(new Float32Array(0), sampleRate)).toEqual([]);
    expect(framesOf(samples.subarray(0, 1), sampleRate).length).toBe(1);
  });

  it.each(RATES)('tell a sine of full scale at %i Hz as 0 dB in its own band', (sampleRate) => {
    const [low, high] = [300, 2000].map((hertz) => framesOf(sine(hertz, sampleRate), sampleRate)[25]!);
    const loudest = ({ bands }: SoundFrame) => bands.indexOf(Math.max(...bands));
    for (const frame of [low!, high!]) expect(Math.abs(frame.level)).toBeLessThan(0.3);
    expect(loudest(low!)).toBeGreaterThan(1);
    expect(loudest(low!)).toBeLessThan(6);
    expect(loudest(high!)).toBeGreaterThan(14);
    expect(loudest(high!)).toBeLessThan(19);
    expect(low!.bands[24]).toBeLessThan(-40);
  });

  it.each(RATES)('have their middle where they say, at %i Hz', (sampleRate) => {
    const samples = new Float32Array(sampleRate);
    samples.set(sine(1000, sampleRate, 0.01), Math.round(0.495 * sampleRate));
    const levels = framesOf(samples, sampleRate).map(({ level }) => level);
    expect(levels.indexOf(Math.max(...levels))).toBe(50);
    expect(levels[47]).toBe(levels[0]);
    expect(levels[53]).toBe(levels[0]);
  });

  it.each(RATES)('tell the pitch of a voice and what is none, at %i Hz', (sampleRate) => {
    for (const hertz of [90, 140, 220, 330]) {
      const voice = Float32Array.from(
        sine(hertz, sampleRate),
        (x, n) => 0.3 * x + 0.3 * Math.sin((4 * Math.PI * hertz * n) / sampleRate),
      );
      const { voicing, pitch } = framesOf(voice, sampleRate)[20]!;
      expect(voicing).toBeGreaterThan(0.9);
      expect(Math.abs(pitch / hertz - 1)).toBeLessThan(0.07);
    }
    let state = 1;
    const noise = Float32Array.from({ length: sampleRate / 2 }, () => {
      state = (state * 48_271) % 2_147_483_647;
      return state / 2_147_483_647 - 0.5;
    });
    const hissing = framesOf(noise, sampleRate).slice(5, 45);
    expect(hissing.reduce((sum, { voicing }) => sum + voicing, 0) / hissing.length).toBeLessThan(0.55);
    expect(framesOf(new Float32Array(sampleRate), sampleRate)[50]!.voicing).toBe(0);
  });

  it('take what is no number for silence, and forget it', () => {
    const samples = sine(700, 16_000);
    const broken = samples.slice();
    broken.set([Number.NaN, Number.POSITIVE_INFINITY, 1e30], 100);
    expect(framesOf(broken, 16_000).slice(5)).toEqual(framesOf(samples, 16_000).slice(5));
    expect(() => createSoundFrames(0)).toThrow('Expected a sample rate of at least 4000 Hz, received 0');
  });

  it('are silent above half the rate', () => {
    const { bands } = framesOf(sine(1000, 8_000), 8_000)[25]!;
    expect(bands.length).toBe(BANDS);
    expect(bands.at(-1)).toBe(-100);
  });
});
