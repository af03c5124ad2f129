import { describe, expect, it, vi } from 'vitest';
import { QueryCache } from './query-cache.js';

const vectorOf = async (text: string) => Float32Array.of(text.length);

describe('query cache', () => {
  it('computes a question once and counts', async () => {
    const cache = new QueryCache(10);
    const compute = vi.fn(vectorOf);
    const first = await cache.get('why', compute);
    expect(await cache.get('why', compute)).toBe(first);
    expect(compute).toHaveBeenCalledTimes(1);
    expect([cache.hits, cache.misses]).toEqual([1, 1]);
  });

  it('shares a computation under way, also when it keeps nothing', async () => {
    const cache = new QueryCache(0);
    const compute = vi.fn(vectorOf);
    const [a, b] = await Promise.all([cache.get('why', compute), cache.get('why', compute)]);
    expect(a).toBe(b);
    await cache.get('why', compute);
    expect(compute).toHaveBeenCalledTimes(2);
  });

  it('forgets failures', async () => {
    const cache = new QueryCache(10);
    const failing = async () => Promise.reject(new Error('no'));
    await expect(Promise.all([cache.get('why', failing), cache.get('why', failing)])).rejects.toThrow('no');
    await expect(cache.get('why', vectorOf)).resolves.toEqual(Float32Array.of(3));
  });

  it('drops what was used longest ago, and does not let long questions fill the memory', async () => {
    const cache = new QueryCache(2);
    const compute = vi.fn(vectorOf);
    for (const text of ['a', 'b', 'a', 'c', 'a', 'b']) await cache.get(text, compute);
    expect(compute.mock.calls.flat()).toEqual(['a', 'b', 'c', 'b']);
    const long = 'x'.repeat(60_000);
    await cache.get(long, compute);
    await cache.get(long, compute);
    expect(compute).toHaveBeenCalledTimes(6);
  });
});
