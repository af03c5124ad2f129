import type { RemoteCache } from '@anima/service/engines';
import { expect, it } from 'vitest';
import { createSharedVectors } from './question-vectors.js';

const model = { name: 'm', revision: '1' } as never;

it.each([
  ['a unit vector', [0.6, 0.8], true],
  ['Infinity', [Number.POSITIVE_INFINITY, 0], false],
  ['NaN', [Number.NaN, 1], false],
  ['zeros', [0, 0], false],
  ['a long vector', [3e38, 3e38], false],
  ['another number of values', [1, 0, 0], false],
])('a question has the vector that the cache holds where that is one: %s', async (_, values, isOne) => {
  const cache = { get: async () => Buffer.from(new Float32Array(values).buffer) } as unknown as RemoteCache;
  const vector = await createSharedVectors(cache, { model, dimensions: 2 }).get('a question');
  expect(vector).toEqual(isOne ? new Float32Array(values) : null);
});
