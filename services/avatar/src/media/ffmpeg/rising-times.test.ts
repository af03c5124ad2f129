import { expect, it } from 'vitest';
import { createRisingTimes, writableTimescale } from './rising-times.js';

it.each<[string, (number | null)[], number[]]>([
  ['as the clip says, from its first', [200_000, 240_000, 500_000], [0, 40_000, 300_000]],
  ['one a frame where it says nothing', [null, null, null], [0, 40_000, 80_000]],
  ['on from what it said last', [1_000, null, 90_000], [0, 40_000, 89_000]],
  [
    'closely where two are the same or go back',
    [0, 40_000, 40_000, 30_000, 80_000],
    [0, 40_000, 40_012, 40_024, 80_000],
  ],
  ['from a time before zero', [-50_000, 0], [0, 50_000]],
])('shows frames %s', (_name, told, shown) => {
  const times = createRisingTimes({ fps: 25, timescale: 90_000 });
  expect(told.map((micros) => times.next(micros))).toEqual(shown);
});

it.each([
  [15_360, 15_360],
  [1_000, 10_000],
  [600, 10_200],
  [90_000, 90_000],
  [1_000_000, 90_000],
  [0.5, 90_000],
])('counts a clip of %d ticks a second in %d', (own, written) => {
  expect(writableTimescale(own)).toBe(written);
});
