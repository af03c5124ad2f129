import { expect, it } from 'vitest';
import { frameMoments } from './frame-moments.js';

const at10 = (...claims: { start: number; end: number }[][]) =>
  Array.from(frameMoments(10, 0, 5, claims), (moment) => Number(moment.toFixed(3)));

it.each([
  ['shows the middle of each frame', [], [0.05, 0.15, 0.25, 0.35, 0.45]],
  [
    'stays there where that is what must be seen',
    [[{ start: 0.12, end: 0.17 }]],
    [0.05, 0.15, 0.25, 0.35, 0.45],
  ],
  [
    'moves to what falls between two middles, as little as it can',
    [[{ start: 0.18, end: 0.21 }]],
    [0.05, 0.18, 0.25, 0.35, 0.45],
  ],
  [
    'gives a frame to the more important, and the next to the other',
    [[{ start: 0.11, end: 0.12 }], [{ start: 0.13, end: 0.22 }]],
    [0.05, 0.12, 0.22, 0.35, 0.45],
  ],
  [
    'gives up what finds no frame of its own',
    [
      [{ start: 0.11, end: 0.12 }],
      [
        { start: 0.17, end: 0.18 },
        { start: 0.9, end: 1 },
        { start: -0.2, end: -0.1 },
      ],
    ],
    [0.05, 0.12, 0.25, 0.35, 0.45],
  ],
])('%s', (_, claims, expected) => {
  expect(at10(...claims)).toEqual(expected);
});

it('never leaves the time of a frame', () => {
  const claims = Array.from({ length: 60 }, (_, i) => ({ start: i / 61, end: i / 61 + 0.004 }));
  frameMoments(25, 0, 25, [claims]).forEach((moment, frame) => {
    expect(moment).toBeGreaterThanOrEqual(frame / 25);
    expect(moment).toBeLessThanOrEqual((frame + 1) / 25);
  });
});

it('gives the frames of a stretch the moments that they have in the whole', () => {
  const claims = Array.from({ length: 20 }, (_, i) => ({ start: i / 7, end: i / 7 + 0.03 }));
  const remaining = claims.filter(({ end }) => end >= 1);
  expect(frameMoments(25, 25, 75, [remaining])).toEqual(frameMoments(25, 0, 75, [claims]).subarray(25));
});
