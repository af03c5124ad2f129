import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runPipeline } from './ordered-pipeline.js';

/** Number of event-loop turns of each stage and of `put`; a negative number fails after as many turns. */
type Turns = readonly [take: number, first: number, second: number, put: number];

interface Run {
  turns: readonly Turns[];
  slots: number;
  /** When the signal is aborted: as this one is put. */
  abortAt?: number;
}

/** Sends things through two steps and notes what happens. */
async function run({ turns, slots, abortAt }: Run) {
  const controller = new AbortController();
  const events: string[] = [];
  let onTheWay = 0;
  let most = 0;
  let working = 0;
  async function work(step: string, index: number, count: number): Promise<void> {
    events.push(`${step} ${index}`);
    working++;
    for (let turn = 0; turn < Math.abs(count); turn++) await setImmediate();
    working--;
    if (count < 0) throw new Error(`${step} ${index}`);
  }
  const ended = runPipeline<number>({
    slots,
    async take(index, slot) {
      expect(slot).toBe(index % slots);
      if (index === turns.length) return null;
      onTheWay++;
      most = Math.max(most, onTheWay);
      await work('take', index, turns[index]![0]);
      return index;
    },
    steps: [
      (index) => work('first', index, turns[index]![1]),
      (index) => work('second', index, turns[index]![2]),
    ],
    async put(index) {
      if (index === abortAt) controller.abort(new Error('Cancelled'));
      await work('put', index, turns[index]![3]);
      onTheWay--;
    },
    signal: controller.signal,
  });
  const failure = await ended.then(
    () => null,
    (error: Error) => error.message,
  );
  return { failure, most, working, of: (step: string) => indices(events, step) };
}

function indices(events: readonly string[], step: string): number[] {
  return events.filter((event) => event.startsWith(`${step} `)).map((event) => Number(event.split(' ')[1]));
}

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index);
const delay = fc.nat(4);
const someTurns = fc.array(fc.tuple(delay, delay, delay, delay), { maxLength: 12 });
const someSlots = fc.integer({ min: 1, max: 5 });

describe('an ordered pipeline', () => {
  it('begins and puts all in their order, with no more on their way than there are slots', async () => {
    await fc.assert(
      fc.asyncProperty(someTurns, someSlots, async (turns, slots) => {
        const { failure, most, of } = await run({ turns, slots });
        expect(failure).toBeNull();
        for (const step of ['take', 'first', 'second', 'put']) expect(of(step)).toEqual(upTo(turns.length));
        expect(most).toBeLessThanOrEqual(slots);
      }),
      { numRuns: 60 },
    );
  });

  it('works on several at once', async () => {
    const { most } = await run({ turns: upTo(6).map(() => [0, 3, 3, 1]), slots: 3 });
    expect(most).toBe(3);
  });

  it('fails with the first in order that fails, puts those before it, and leaves nothing under way', async () => {
    const failing = fc.array(fc.tuple(fc.nat(11), fc.nat(3)), { minLength: 1, maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(someTurns, someSlots, failing, async (turns, slots, faults) => {
        const steps = ['take', 'first', 'second', 'put'];
        const broken = turns.map((own) => [...own] as [number, number, number, number]);
        const inside = faults.filter(([index]) => index < broken.length);
        fc.pre(inside.length > 0);
        for (const [index, step] of inside) broken[index]![step] = -1 - Math.abs(broken[index]![step]!);
        const first = Math.min(...inside.map(([index]) => index));
        const step = steps[broken[first]!.findIndex((count) => count < 0)];
        const { failure, working, of } = await run({ turns: broken, slots });
        expect(failure).toBe(`${step} ${first}`);
        expect(of('put')).toEqual(upTo(step === 'put' ? first + 1 : first));
        expect(working).toBe(0);
      }),
      { numRuns: 60 },
    );
  });

  it('ends with the reason of its signal, before the next is put', async () => {
    const turns: Turns[] = upTo(8).map(() => [0, 2, 1, 1]);
    for (const abortAt of [0, 3, 7]) {
      const { failure, working, of } = await run({ turns, slots: 3, abortAt });
      expect(failure).toBe('Cancelled');
      expect(of('put')).toEqual(upTo(abortAt + 1));
      expect(working).toBe(0);
    }
  });

  it('rejects with the reason of the abort even if the abort makes items fail', async () => {
    const turns: Turns[] = [
      [0, 0, 0, 1],
      [0, 0, 0, -1],
    ];
    expect((await run({ turns, slots: 2, abortAt: 1 })).failure).toBe('Cancelled');
  });
});
