import { describe, expect, it } from 'vitest';
import type { Priority } from './embedder.js';
import { EmbeddingQueue, QUERIES_BEFORE_A_DOCUMENT } from './embedding-queue.js';

const item = (priority: Priority, name: string | number = '') => ({ priority, name });

describe('embedding queue', () => {
  it('serves queries first, each lane in order of arrival', () => {
    const queue = new EmbeddingQueue<ReturnType<typeof item>>();
    for (const next of [item('document', 1), item('query', 2), item('document', 3), item('query', 4)])
      queue.push(next);
    expect([1, 2, 3, 4].map(() => queue.take()?.name)).toEqual([2, 4, 1, 3]);
    expect(queue.take()).toBeUndefined();
  });

  it('gives a waiting document a turn among endless queries', () => {
    const queue = new EmbeddingQueue<ReturnType<typeof item>>();
    const served: Priority[] = [];
    queue.push(item('document'));
    queue.push(item('document'));
    for (let i = 0; i < 3 * QUERIES_BEFORE_A_DOCUMENT; i++) {
      queue.push(item('query'));
      served.push(queue.take()!.priority);
    }
    expect(served.indexOf('document')).toBe(QUERIES_BEFORE_A_DOCUMENT);
    expect(served.lastIndexOf('document')).toBe(2 * QUERIES_BEFORE_A_DOCUMENT + 1);
  });

  it('removes and drains', () => {
    const queue = new EmbeddingQueue<ReturnType<typeof item>>();
    const [a, b, c] = [item('document'), item('query'), item('query')];
    for (const next of [a, b, c]) queue.push(next);
    queue.remove(b);
    expect(queue.size).toBe(2);
    expect(queue.drain()).toEqual([c, a]);
    expect(queue.size).toBe(0);
  });
});
