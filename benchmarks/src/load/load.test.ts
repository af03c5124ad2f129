import { describe, expect, it } from 'vitest';
import { loadReport } from './load-report.js';
import { type LoadClock, runOpenLoop } from './open-loop.js';

/** Creates a clock whose time advances only in `wait` and `pass`. */
function stoppedClock(): LoadClock & { pass(ms: number): void } {
  let time = 0;
  return {
    now: () => time,
    wait: async (ms) => {
      time += ms;
    },
    pass: (ms) => {
      time += ms;
    },
  };
}

describe('runOpenLoop', () => {
  it('starts calls at their rate, regardless of their duration', async () => {
    const clock = stoppedClock();
    const startTimes: number[] = [];
    const never = () => {
      startTimes.push(clock.now());
      return Promise.resolve('ok');
    };
    await runOpenLoop([{ kind: 'recall', rate: 10, run: never }], 1, clock);
    expect(startTimes).toEqual([0, 100, 200, 300, 400, 500, 600, 700, 800, 900]);
  });

  it('measures calls from their scheduled start if the generator is delayed', async () => {
    const clock = stoppedClock();
    let first = true;
    const run = async () => {
      // Delays all subsequent calls.
      if (first) clock.pass(350);
      first = false;
      return 'ok';
    };
    const calls = await runOpenLoop([{ kind: 'recall', rate: 10, run }], 0.5, clock);
    expect(calls.map(({ intendedAt }) => intendedAt)).toEqual([0, 100, 200, 300, 400]);
    expect(calls[1]!.endedAt - calls[1]!.intendedAt).toBeGreaterThanOrEqual(250);
  });
});

it('reports rates, latencies of successful calls, and errors by code', () => {
  const call = (outcome: string, ms: number) => ({ kind: 'recall', intendedAt: 0, endedAt: ms, outcome });
  const report = loadReport([call('ok', 1), call('ok', 3), call('503 storage_unavailable', 900)], 1);
  expect(report.split('\n')[2]).toBe(
    '| recall | 3.0 | 2.0 | 3.0 | 3.0 | 3.0 | 1 x 503 storage_unavailable |',
  );
});
