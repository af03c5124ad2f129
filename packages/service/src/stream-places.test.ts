import { expect, test } from 'vitest';
import { createStreamPlaces } from './stream-places.js';

const LIMITS = { maxStreams: 2, maxGuestStreams: 3, maxStreamsPerGuest: 2 };

test('a guest takes its own places, and those of nobody else', () => {
  const places = createStreamPlaces(LIMITS);
  expect([places.take('ada'), places.take('ada'), places.take('ada')]).toEqual([
    expect.any(Function),
    expect.any(Function),
    2,
  ]);
  expect(places.take('bob')).toEqual(expect.any(Function));
});

test('all guests together leave those with full rights theirs', () => {
  const places = createStreamPlaces(LIMITS);
  for (const guest of ['ada', 'bob', 'eve']) expect(places.take(guest)).toEqual(expect.any(Function));
  expect(places.take('joe')).toBe(3);
  expect([places.take(undefined), places.take(undefined), places.take(undefined)]).toEqual([
    expect.any(Function),
    expect.any(Function),
    2,
  ]);
});

test('a place that was given back is free again', () => {
  const places = createStreamPlaces(LIMITS);
  for (const caller of ['ada', undefined]) {
    for (let n = 0; n < 10; n++) {
      const giveBack = places.take(caller);
      if (typeof giveBack === 'number') throw new Error(`Place ${n} of ${caller} was not free`);
      giveBack();
    }
  }
});
