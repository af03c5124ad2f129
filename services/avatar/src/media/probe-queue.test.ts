import { AppError } from '@anima/service/errors';
import { describe, expect, it } from 'vitest';
import { createProbeCache } from './probe-cache.js';
import { createLookQueue } from './probe-queue.js';

const never = new AbortController().signal;
/** A probe that runs until the test ends it. */
function held() {
  let finish = () => {};
  let fail = (_error: Error) => {};
  const signals: AbortSignal[] = [];
  const look = (signal: AbortSignal) =>
    new Promise<{ found: number }>((resolve, reject) => {
      signals.push(signal);
      finish = () => resolve({ found: signals.length });
      fail = reject;
      signal.addEventListener('abort', () => reject(signal.reason));
    });
  return { look, signals, finish: () => finish(), fail: (error: Error) => fail(error) };
}
const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('the queue of looks', () => {
  const limits = { atOnce: 2, waiting: 2, milliseconds: 10_000 };

  it('takes few at a time, the others in their order, and refuses more', async () => {
    const queue = createLookQueue(limits);
    const probes = [held(), held(), held(), held()];
    const found = probes.map(({ look }) => queue.run(look, never));
    await turn();
    const running = () => probes.map(({ signals }) => signals.length);
    expect(running()).toEqual([1, 1, 0, 0]);
    await expect(queue.run(held().look, never)).rejects.toMatchObject({
      code: 'too_many_requests',
      headers: { 'retry-after': '2' },
    });
    probes[1]!.fail(new Error('bad'));
    await expect(found[1]).rejects.toThrow('bad');
    expect(running()).toEqual([1, 1, 1, 0]);
    probes[0]!.finish();
    await found[0];
    await turn();
    expect(running()).toEqual([1, 1, 1, 1]);
    for (const look of probes.slice(2)) look.finish();
    await Promise.all(found.slice(2));
  });

  it('ends for who leaves, running or in the line, and gives the place to the next', async () => {
    const queue = createLookQueue({ ...limits, atOnce: 1 });
    const [running, waiting, last] = [held(), held(), held()];
    const callers = [new AbortController(), new AbortController()];
    const first = queue.run(running.look, callers[0]!.signal);
    const second = queue.run(waiting.look, callers[1]!.signal);
    const third = queue.run(last.look, never);
    callers[1]!.abort(new Error('left the line'));
    await expect(second).rejects.toThrow('left the line');
    callers[0]!.abort(new Error('left'));
    await expect(first).rejects.toThrow('left');
    await turn();
    last.finish();
    await third;
    expect(waiting.signals).toEqual([]);
    await expect(queue.run(held().look, callers[0]!.signal)).rejects.toThrow('left');
  });

  it('ends what takes too long, and not while it waits', async () => {
    const queue = createLookQueue({ ...limits, milliseconds: 1 });
    await expect(queue.run(held().look, never)).rejects.toMatchObject({ code: 'media_too_demanding' });
  });
});

describe('looks that are remembered', () => {
  it('run once, also for concurrent callers', async () => {
    const probes = createProbeCache<{ found: number }>();
    const one = held();
    const both = [probes.at('a', one.look, never), probes.at('a', one.look, never)];
    one.finish();
    expect(await Promise.all([...both, probes.at('a', one.look, never)])).toEqual(
      Array(3).fill({ found: 1 }),
    );
    const again = probes.at('b', one.look, never);
    one.finish();
    expect(await again).toEqual({ found: 2 });
  });

  it('continue while a caller waits and end with the last one', async () => {
    const probes = createProbeCache<{ found: number }>();
    const one = held();
    const callers = [new AbortController(), new AbortController()];
    const [first, second] = callers.map(({ signal }) => probes.at('a', one.look, signal));
    callers[0]!.abort(new Error('left'));
    await expect(first).rejects.toThrow('left');
    expect(one.signals[0]!.aborted).toBe(false);
    callers[1]!.abort(new Error('left too'));
    await expect(second).rejects.toThrow('left too');
    expect(one.signals[0]!.aborted).toBe(true);
    const third = probes.at('a', one.look, never);
    one.finish();
    expect(await third).toEqual({ found: 2 });
  });

  it('caches permanent failures and retries transient ones', async () => {
    const probes = createProbeCache<{ found: number }>();
    for (const [code, times] of [
      ['media_unreadable', 1],
      ['too_many_requests', 2],
      ['media_too_demanding', 2],
    ] as const) {
      const one = held();
      for (let i = 0; i < 2; i++) {
        const look = probes.at(code, one.look, never);
        one.fail(new AppError(code, 'no'));
        await expect(look).rejects.toMatchObject({ code });
      }
      expect(one.signals).toHaveLength(times);
    }
  });
});
