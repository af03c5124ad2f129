import { expect, it } from 'vitest';
import { frameRate, frameTime } from './clip-metadata.js';

it.each([
  [25, 25, 1],
  [29.97, 30_000, 1001],
  [29.970_029_97, 30_000, 1001],
  [23.976, 24_000, 1001],
  [59.94, 60_000, 1001],
  [12.5, 12_500, 1000],
  [29.9, 29_900, 1000],
  [17.123_4, 17_123, 1000],
])('%f frames a second are %i in %i', (fps, frames, seconds) => {
  expect(frameRate(fps)).toEqual({ frames, seconds });
});

it('an hour of frames does not drift', () => {
  expect(frameTime(frameRate(29.97), 30 * 3600)).toBeCloseTo(3603.6, 9);
});

it.each([0, 0.5, 241, Number.NaN])('%f frames a second are refused', (fps) => {
  expect(() => frameRate(fps)).toThrow(`received ${fps}`);
});
