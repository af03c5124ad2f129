import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { WorkerHandle } from '../callee.js';
import { RemoteCallError, WorkerExitedError } from '../callee.js';
import type { TestCalls } from './callee-program.js';

export type TestCallee = WorkerHandle<TestCalls, [done: number, of: string]>;

export interface TestCalleeOptions {
  name: string;
  stopMs: number;
  closeMs: number | null;
  onEnd: (detail: string) => void;
}

/** Contract of every kind of worker. `start` runs callee-program.js. */
export function testCallee(kind: string, start: (options: TestCalleeOptions) => TestCallee): void {
  const ends: string[] = [];
  let callee: TestCallee;
  function begin(times: { stopMs?: number; closeMs?: number | null } = {}): TestCallee {
    const name = 'the callee of the test';
    ends.length = 0;
    const onEnd = (detail: string) => void ends.push(detail);
    callee = start({ name, stopMs: 60_000, closeMs: 60_000, onEnd, ...times });
    return callee;
  }

  describe(`a ${kind} that is called`, () => {
    describe('and lives on', () => {
      beforeAll(() => void begin());
      afterAll(() => callee.close());

      it('answers each call with its own answer, and keeps values as they are', async () => {
        const waiting = new AbortController();
        const last = callee.ask('wait', 'a', { signal: waiting.signal });
        const values = [null, undefined, 7n, [1, { a: new Map([['b', Float32Array.of(0.5)]]) }], 'words', -0];
        expect(await Promise.all(values.map((value) => callee.ask('echo', value)))).toEqual(values);
        waiting.abort();
        await expect(last).rejects.toThrow();
      });

      it('reports progress in order, before the response, to its own caller', async () => {
        const reported: unknown[] = [];
        const [three] = await Promise.all([
          callee.ask('count', 3, { progress: (...progress) => void reported.push(progress) }),
          callee.ask('count', 5),
        ]);
        reported.push(three);
        expect(reported).toEqual([[1, 'counting'], [2, 'counting'], [3, 'counting'], 3]);
      });

      it('refuses with a code, and breaks without one', async () => {
        const refused = await callee.ask('refuse', 'Expected more').catch((error: unknown) => error);
        expect(refused).toBeInstanceOf(RemoteCallError);
        expect(refused).toMatchObject({ code: 'refused', message: 'Expected more' });
        const broken = await callee.ask('breakDown', 'undone').catch((error: unknown) => error);
        expect(broken).toMatchObject({ name: 'RemoteCallError', code: null, message: 'undone' });
        expect((broken as RemoteCallError).stack).toMatch(/TypeError: undone[\s\S]*callee-program/);
        expect(await callee.ask('echo', 1)).toBe(1);
      });

      it('what cannot be copied fails its own call, on either way', async () => {
        await expect(callee.ask('echo', () => {})).rejects.toThrow(/could not be cloned/);
        await expect(callee.ask('giveFunction', null)).rejects.toThrow(/could not be cloned/);
        expect(await callee.ask('echo', 1)).toBe(1);
      });

      it('makes no call if the signal is already aborted', async () => {
        const reason = new Error('not any more');
        const signal = AbortSignal.abort(reason);
        await expect(callee.ask('die', 'exit', { signal })).rejects.toBe(reason);
        expect(await callee.ask('echo', 1)).toBe(1);
      });

      it('ends a call that is aborted, and no other', async () => {
        const [one, other] = [new AbortController(), new AbortController()];
        const calls = [one, other].map(({ signal }, i) => callee.ask('wait', `${i}`, { signal }));
        const reason = new Error('not any more');
        one.abort(reason);
        await expect(calls[0]).rejects.toBe(reason);
        expect(await callee.ask('echo', 1)).toBe(1);
        other.abort(reason);
        await expect(calls[1]).rejects.toBe(reason);
      });

      it('responds if the call finished before the abort arrived', async () => {
        const controller = new AbortController();
        const call = callee.ask('count', 1, {
          signal: controller.signal,
          progress: () => controller.abort(new Error('too late')),
        });
        expect(await call).toBe(1);
      });
    });

    describe('and ends', () => {
      afterEach(() => callee.close());

      /** Makes a call that never ends; resolves when the worker has blocked. */
      function hang(signal?: AbortSignal): Promise<{ hanging: Promise<null> }> {
        return new Promise((resolve) => {
          const hanging = callee.ask('hang', null, { signal, progress: () => resolve({ hanging }) });
        });
      }

      it('is killed if it does not end an aborted call in time; other calls can be repeated', async () => {
        begin({ stopMs: 20 });
        const controller = new AbortController();
        const { hanging } = await hang(controller.signal);
        const bystander = callee.ask('echo', 2).catch((caught: unknown) => caught);
        controller.abort(new Error('not any more'));
        await expect(hanging).rejects.toThrow('not any more');
        const error = await bystander;
        expect(error).toBeInstanceOf(WorkerExitedError);
        expect(error).toMatchObject({ wasStopped: true });
        expect(callee.isAlive()).toBe(false);
      });

      it('fails all calls with the reason when it crashes, and accepts no more', async () => {
        begin();
        expect(callee.isAlive()).toBe(true);
        const calls = [callee.ask('wait', 'a'), callee.ask('die', 'exit')];
        for (const call of calls) {
          const error = await call.catch((caught: unknown) => caught);
          expect(error).toBeInstanceOf(WorkerExitedError);
          expect(error).toMatchObject({
            detail: 'ended with code 3',
            wasStopped: false,
            message: 'the callee of the test ended with code 3 before it responded',
          });
        }
        await expect(callee.ask('echo', 1)).rejects.toBeInstanceOf(WorkerExitedError);
        expect(callee.isAlive()).toBe(false);
        await callee.close();
        expect(ends).toEqual(['ended with code 3']);
      });

      it.each([
        ['throw', 'thrown in the middle'],
        ['memory', 'memory'],
      ] as const)('tells what it died of: %s', async (how, words) => {
        begin();
        await expect(callee.ask('die', how)).rejects.toThrow(words);
        await callee.close();
        expect(ends).toEqual([expect.stringContaining(words)]);
      });

      it('aborts calls when it is closed, waits for them, then frees its resources', async () => {
        begin();
        const folder = mkdtempSync(join(tmpdir(), 'anima-calls-'));
        const file = join(folder, 'notes');
        await callee.ask('noteIn', file);
        const calls = ['a', 'b'].map((name) => callee.ask('wait', name));
        const failed = Promise.all(
          calls.map((call) => expect(call).rejects.toBeInstanceOf(WorkerExitedError)),
        );
        await Promise.all([callee.close(), callee.close()]);
        await failed;
        const lines = ['a stops', 'b stops', 'a has stopped', 'b has stopped', 'closed'];
        expect(readFileSync(file, 'utf8')).toBe(`${lines.join('\n')}\n`);
        rmSync(folder, { recursive: true });
        expect(ends).toHaveLength(1);
        await expect(callee.ask('echo', 1)).rejects.toBeInstanceOf(WorkerExitedError);
      });

      it('is killed when it does not end in time', async () => {
        begin({ closeMs: 20 });
        const { hanging } = await hang();
        const failed = expect(hanging).rejects.toMatchObject({ name: 'WorkerExitedError', wasStopped: true });
        const closed = callee.close();
        expect(callee.isAlive()).toBe(false);
        await closed;
        await failed;
      });
    });
  });
}
