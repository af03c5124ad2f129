import { describe, expect, it } from 'vitest';
import type { Priority } from './embedder.js';
import { EmbeddingQueue, MAX_PASSED } from './embedding-queue.js';

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
    for (let i = 0; i < 3 * MAX_PASSED; i++) {
      queue.push(item('query'));
      served.push(queue.take()!.priority);
    }
    expect(served.indexOf('document')).toBe(MAX_PASSED);
    expect(served.lastIndexOf('document')).toBe(2 * MAX_PASSED + 1);
  });

  it('serves bulk last, and gives it a turn among endless documents', () => {
    const queue = new EmbeddingQueue<ReturnType<typeof item>>();
    for (let i = 0; i < 5; i++) queue.push(item('bulk', i));
    queue.push(item('document', 'a write'));
    queue.push(item('query', 'a question'));
    expect([queue.take()?.name, queue.take()?.name, queue.take()?.name]).toEqual([
      'a question',
      'a write',
      0,
    ]);
    const served: Priority[] = [];
    for (let i = 0; i < 20; i++) {
      queue.push(item('document'));
      served.push(queue.take()!.priority);
    }
    expect(served.filter((priority) => priority === 'bulk')).toHaveLength(2);
  });

  it('lets callers take turns within a lane, each in its own order', () => {
    const queue = new EmbeddingQueue<{ priority: Priority; caller?: string; name: string }>();
    for (let n = 1; n <= 3; n++) queue.push({ priority: 'bulk', caller: 'greedy', name: `g${n}` });
    queue.push({ priority: 'bulk', caller: 'modest', name: 'm1' });
    queue.push({ priority: 'bulk', name: 'x1' });
    queue.push({ priority: 'bulk', caller: 'modest', name: 'm2' });
    expect(Array.from({ length: 7 }, () => queue.take()?.name)).toEqual([
      'g1',
      'm1',
      'x1',
      'g2',
      'm2',
      'g3',
      undefined,
    ]);
    queue.push({ priority: 'bulk', caller: 'greedy', name: 'g4' });
    expect(queue.waitingOf({ priority: 'bulk', caller: 'greedy' })).toBe(1);
    expect(queue.waitingOf({ priority: 'bulk', caller: 'modest' })).toBe(0);
  });

  it('removes items and drains', () => {
    const queue = new EmbeddingQueue<ReturnType<typeof item>>();
    const [a, b, c] = [item('document'), item('query'), item('query')];
    for (const next of [a, b, c]) queue.push(next);
    queue.remove(b);
    expect(queue.size).toBe(2);
    expect(queue.drain()).toEqual([c, a]);
    expect(queue.size).toBe(0);
  });
});
