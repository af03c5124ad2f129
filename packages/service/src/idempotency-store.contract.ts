import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { IDEMPOTENCY_TTL_MS, type IdempotencyStore } from './idempotency.js';

export interface IdempotencyStoreUnderTest {
  store: IdempotencyStore;
  /** A store on the same data, as the next process would open it; null when the data does not outlive the store. */
  reopen: (() => IdempotencyStore | Promise<IdempotencyStore>) | null;
  close?: () => void | Promise<void>;
}

/** What every IdempotencyStore promises. `now` is the clock it must use. */
export function testIdempotencyStore(
  name: string,
  create: (now: () => number) => IdempotencyStoreUnderTest,
): void {
  describe(`idempotency store: ${name}`, () => {
    const ref = { scope: 'POST /items ada', key: 'k1' };
    const first = { ...ref, fingerprint: 'f1', resourceId: 'id-1' };
    const again = { ...ref, fingerprint: 'f1', resourceId: 'id-2' };
    const answer = { status: 201, body: '{"a":"ü"}', headers: { location: '/items/1' } };
    let time = 0;
    let subject: IdempotencyStoreUnderTest;
    let store: IdempotencyStore;
    beforeEach(() => {
      time = 1_000;
      subject = create(() => time);
      store = subject.store;
    });
    afterEach(() => subject.close?.());

    test('a new key starts with the id it was given', () => {
      expect(store.begin(first)).toEqual({ state: 'started', resourceId: 'id-1' });
    });

    test('a finished call is replayed as it was, as often as asked', async () => {
      store.begin(first);
      await store.finish(ref, answer);
      expect(store.begin(again)).toEqual({ state: 'replay', ...answer });
      expect(store.begin(again)).toEqual({ state: 'replay', ...answer });
    });

    test('another body under the same key is a mismatch, running or finished', async () => {
      store.begin(first);
      expect(store.begin({ ...again, fingerprint: 'f2' })).toEqual({ state: 'mismatch' });
      await store.finish(ref, answer);
      expect(store.begin({ ...again, fingerprint: 'f2' })).toEqual({ state: 'mismatch' });
    });

    test('a running call is in progress', () => {
      store.begin(first);
      expect(store.begin(again)).toEqual({ state: 'in_progress' });
    });

    test('keys of different scopes do not meet', () => {
      store.begin(first);
      expect(store.begin({ ...again, scope: 'other' })).toEqual({ state: 'started', resourceId: 'id-2' });
    });

    test('an abandoned key is free for any body and a new id', async () => {
      store.begin(first);
      await store.abandon(ref);
      expect(store.begin({ ...again, fingerprint: 'f2' })).toEqual({ state: 'started', resourceId: 'id-2' });
    });

    test('a key abandoned and taken again is that of the second call', async () => {
      store.begin(first);
      const abandoned = store.abandon(ref);
      store.begin({ ...again, fingerprint: 'f2' });
      await Promise.all([abandoned, store.finish(ref, answer)]);
      expect(store.begin({ ...again, fingerprint: 'f2' })).toEqual({ state: 'replay', ...answer });
      expect(store.begin(first)).toEqual({ state: 'mismatch' });
    });

    test('a released key keeps its body and its id', () => {
      store.begin(first);
      store.release(ref);
      expect(store.begin({ ...again, fingerprint: 'f2' })).toEqual({ state: 'mismatch' });
      expect(store.begin(again)).toEqual({ state: 'started', resourceId: 'id-1' });
    });

    test('abandoning does not undo a finished call', async () => {
      store.begin(first);
      await store.finish(ref, answer);
      await store.abandon(ref);
      expect(store.begin(again)).toEqual({ state: 'replay', ...answer });
    });

    test('an answer is forgotten after its time, not before', async () => {
      store.begin(first);
      await store.finish(ref, answer);
      time += IDEMPOTENCY_TTL_MS - 1;
      expect(store.begin(again).state).toBe('replay');
      time += 1;
      expect(store.begin(again)).toEqual({ state: 'started', resourceId: 'id-2' });
    });

    test('the reservation of a dead process is resumed under the same id', async ({ skip }) => {
      if (subject.reopen === null) return skip();
      store.begin(first);
      const next = await subject.reopen();
      expect(next.begin(again)).toEqual({ state: 'started', resourceId: 'id-1' });
      await next.finish(ref, answer);
      expect((await subject.reopen()).begin(again)).toEqual({ state: 'replay', ...answer });
    });
  });
}
