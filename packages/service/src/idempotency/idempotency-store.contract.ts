import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { MaybePromise } from '../maybe-promise.js';
import {
  IDEMPOTENCY_LEASE_MS,
  IDEMPOTENCY_TTL_MS,
  type IdempotencyLease,
  type IdempotencyStore,
} from './idempotency.js';

export interface IdempotencyStoreUnderTest {
  store: IdempotencyStore;
  /** A store on the same data, as another process would open it. */
  open: () => MaybePromise<IdempotencyStore>;
  /** Whether the process knows that it is the only one: then leases of other processes have ended. */
  alone: boolean;
  close?: () => MaybePromise<void>;
}

/** Contract of every IdempotencyStore. `now` is the clock that it must use. */
export function testIdempotencyStore(
  name: string,
  create: (now: () => number) => MaybePromise<IdempotencyStoreUnderTest>,
): void {
  describe(`idempotency store: ${name}`, () => {
    const ref = { scope: 'POST /items ada', key: 'k1' };
    const first = { ...ref, fingerprint: 'f1', resourceId: 'id-1' };
    const again = { ...ref, fingerprint: 'f1', resourceId: 'id-2' };
    const otherBody = { ...again, fingerprint: 'f2' };
    const answer = { status: 201, body: '{"a":"ü"}', headers: { location: '/items/1' } };
    const otherAnswer = { status: 200, body: 'other', headers: {} };
    let time = 0;
    let subject: IdempotencyStoreUnderTest;
    let store: IdempotencyStore;
    beforeEach(async () => {
      time = 1_000;
      subject = await create(() => time);
      store = subject.store;
    });
    afterEach(() => subject.close?.());

    /** Begins a call that is to start, under this id; its lease. */
    async function started(
      request: typeof first,
      resourceId = request.resourceId,
      by = store,
    ): Promise<IdempotencyLease> {
      const result = await by.begin(request);
      expect(result).toMatchObject({ state: 'started', resourceId, lease: ref });
      return (result as { lease: IdempotencyLease }).lease;
    }

    test('a new key starts with the id it was given', () => started(first));

    test('a finished call is replayed unchanged, any number of times', async () => {
      await store.finish(await started(first), answer);
      expect(await store.begin(again)).toEqual({ state: 'replay', ...answer });
      expect(await store.begin(again)).toEqual({ state: 'replay', ...answer });
    });

    test('another body under the same key is a mismatch, running or finished', async () => {
      const lease = await started(first);
      expect(await store.begin(otherBody)).toEqual({ state: 'mismatch' });
      await store.finish(lease, answer);
      expect(await store.begin(otherBody)).toEqual({ state: 'mismatch' });
    });

    test('a running call is in progress, however long it runs, as long as its lease is renewed', async () => {
      const lease = await started(first);
      expect(await store.begin(again)).toEqual({ state: 'in_progress' });
      for (let n = 0; n < 10; n++) {
        time += IDEMPOTENCY_LEASE_MS - 1;
        await store.renew([lease]);
      }
      expect(await store.begin(again)).toEqual({ state: 'in_progress' });
    });

    test('keys of different scopes do not meet', async () => {
      await started(first);
      expect(await store.begin({ ...again, scope: 'other' })).toMatchObject({
        state: 'started',
        resourceId: 'id-2',
        lease: { scope: 'other', key: 'k1' },
      });
    });

    test('an abandoned key is free for any body and a new id', async () => {
      await store.abandon(await started(first));
      await started(otherBody);
    });

    test('a key abandoned and taken again is that of the second call', async () => {
      const abandoned = store.abandon(await started(first));
      const lease = await started(otherBody);
      await Promise.all([abandoned, store.finish(lease, answer)]);
      expect(await store.begin(otherBody)).toEqual({ state: 'replay', ...answer });
      expect(await store.begin(first)).toEqual({ state: 'mismatch' });
    });

    test('a released key keeps its body and its id', async () => {
      await store.release(await started(first));
      expect(await store.begin(otherBody)).toEqual({ state: 'mismatch' });
      await started(again, 'id-1');
    });

    test('calls with a released lease change nothing', async () => {
      const lease = await started(first);
      await store.release(lease);
      await store.finish(lease, otherAnswer);
      const next = await started(again, 'id-1');
      expect(next.token).not.toBe(lease.token);
      await store.finish(lease, otherAnswer);
      await store.abandon(lease);
      await store.release(lease);
      expect(await store.begin(again)).toEqual({ state: 'in_progress' });
      await store.finish(next, answer);
      await store.abandon(next);
      expect(await store.begin(again)).toEqual({ state: 'replay', ...answer });
    });

    test('an answer is forgotten after its time, not before', async () => {
      await store.finish(await started(first), answer);
      time += IDEMPOTENCY_TTL_MS - 1;
      expect((await store.begin(again)).state).toBe('replay');
      time += 1;
      await started(again);
    });

    test('the reservation of a dead process is resumed under the same id', async () => {
      await started(first);
      const next = await subject.open();
      if (!subject.alone) {
        time += IDEMPOTENCY_LEASE_MS - 1;
        expect(await next.begin(again)).toEqual({ state: 'in_progress' });
        time += 1;
      }
      expect(await next.begin(otherBody)).toEqual({ state: 'mismatch' });
      await next.finish(await started(again, 'id-1', next), answer);
      expect(await (await subject.open()).begin(again)).toEqual({ state: 'replay', ...answer });
    });

    test('a process that lost its lease to another one changes nothing, however it ends', async () => {
      for (const end of ['finish', 'abandon', 'release'] as const) {
        const key = { key: end };
        const lost = await store.begin({ ...first, ...key });
        if (lost.state !== 'started') throw new Error(`expected a free key, received ${lost.state}`);
        time += IDEMPOTENCY_LEASE_MS;
        const other = await subject.open();
        const result = await other.begin({ ...again, ...key });
        if (result.state !== 'started') throw new Error(`expected a lost lease, received ${result.state}`);
        await store.renew([lost.lease]);
        await store[end](lost.lease, otherAnswer);
        expect(await other.begin({ ...again, ...key })).toEqual({ state: 'in_progress' });
        await other.finish(result.lease, answer);
        await store[end](lost.lease, otherAnswer);
        expect(await other.begin({ ...again, ...key })).toEqual({ state: 'replay', ...answer });
      }
    });

    test('redacts responses: kept, replaced, or removed with their key reserved', async () => {
      const responseTo = (key: string) => store.begin({ ...again, key });
      for (const key of ['kept', 'replaced', 'repeated']) {
        const begun = await store.begin({ ...first, key, resourceId: key });
        if (begun.state !== 'started') throw new Error(`expected a free key, received ${begun.state}`);
        await store.finish(begun.lease, answer);
      }
      await store.redact(({ resourceId, body }) => {
        expect(body).toBe(answer.body);
        if (resourceId === 'kept') return 'keep';
        return resourceId === 'repeated' ? 'repeat' : otherAnswer;
      });
      expect(await responseTo('kept')).toEqual({ state: 'replay', ...answer });
      expect(await responseTo('replaced')).toMatchObject({ state: 'replay', status: otherAnswer.status });
      expect(await responseTo('repeated')).toMatchObject({ state: 'started', resourceId: 'repeated' });
    });

    describe('of several processes', () => {
      let other: IdempotencyStore;
      beforeEach(async ({ skip }) => {
        if (subject.alone) return skip();
        other = await subject.open();
      });

      test('starts one of two calls at the same time', async () => {
        const result = await Promise.all([store.begin(first), other.begin(again), store.begin(again)]);
        expect(result.map(({ state }) => state).toSorted()).toEqual([
          'in_progress',
          'in_progress',
          'started',
        ]);
      });

      test('each process sees the responses of the others', async () => {
        const lease = await started(first);
        expect(await other.begin(otherBody)).toEqual({ state: 'mismatch' });
        await store.release(lease);
        const next = await started(again, 'id-1', other);
        expect(await store.begin(again)).toEqual({ state: 'in_progress' });
        await other.abandon(next);
        await store.finish(await started(otherBody), answer);
        expect(await other.begin(otherBody)).toEqual({ state: 'replay', ...answer });
      });

      test('keeps the response of a call whose lease has ended and that no other call has taken', async () => {
        const lease = await started(first);
        time += IDEMPOTENCY_LEASE_MS;
        await store.finish(lease, answer);
        expect(await other.begin(again)).toEqual({ state: 'replay', ...answer });
      });
    });
  });
}
