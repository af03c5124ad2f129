import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { callWithin, followSignals } from './follow-signals.js';
import { collectingGarbage } from './testing/silent-peer.js';

describe('a signal that follows others', () => {
  it('is aborted with the reason of the first one that is', () => {
    const [one, two] = [new AbortController(), new AbortController()];
    const { signal } = followSignals([one.signal, undefined, null, two.signal]);
    expect(signal.aborted).toBe(false);
    two.abort('the second');
    one.abort('the first');
    expect(signal.reason).toBe('the second');
    expect(followSignals([new AbortController().signal, two.signal]).signal.reason).toBe('the second');
  });

  it('ends after its time with the error that the platform gives', async () => {
    const { signal } = followSignals([new AbortController().signal], 1);
    await once(signal, 'abort');
    expect(signal.reason).toMatchObject({ name: 'TimeoutError' });
  });

  it('keeps its timeout and its sources through garbage collections', async () => {
    const aborted = (signal: AbortSignal) => once(signal, 'abort');
    await collectingGarbage(
      Promise.all([
        aborted(followSignals([new AbortController().signal], 50).signal),
        aborted(followSignals([AbortSignal.timeout(50)]).signal),
        aborted(followSignals([followSignals([AbortSignal.timeout(50)]).signal]).signal),
      ]),
    );
  });

  it('follows nothing once it is released', async () => {
    const source = new AbortController();
    const { signal, release } = followSignals([source.signal], 1);
    release();
    source.abort();
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(signal.aborted).toBe(false);
  });
});

it('a call within a time gets the signal, and leaves nothing behind when it settles', async () => {
  let given: AbortSignal | undefined;
  const source = new AbortController();
  const call = (signal: AbortSignal) => {
    given = signal;
    return Promise.resolve('done');
  };
  expect(await callWithin(60_000, [source.signal], call)).toBe('done');
  source.abort();
  expect(given?.aborted).toBe(false);
  const hanging = (signal: AbortSignal) => once(signal, 'abort').then(() => Promise.reject(signal.reason));
  await expect(callWithin(1, [], hanging)).rejects.toMatchObject({ name: 'TimeoutError' });
});
