import { setTimeout as wait } from 'node:timers/promises';
import type { PairJudge } from '../../ports/pair-judge.js';
import { embedWithRetry } from '../embedding/embed-patiently.js';
import type { NearPair } from '../retrieval/near-pair.js';
import type { ComparedText } from './compared-text.js';
import { type JudgedPair, type PlacedPair, pairsOf, settle } from './judged-pair.js';
import type { Pacer } from './pacer.js';

export interface Judges {
  /** Asked about every pair. */
  quickJudge: PairJudge;
  /** Asked about what the other one left open for want of the vectors of words. */
  judge: PairJudge;
}

/** Pairs being judged at a time: enough to keep the model busy, few enough that a memory to be stored hardly waits. */
const IN_FLIGHT = 3;
const PROGRESS_MS = 500;
/** Pairs that are asked of the second judge in one audit. */
const MAX_JUDGED = 20_000;

/** Has the rules judge pairs while others are still being looked for: the model has a thread of its own. */
export interface Judging {
  /** Resolves when the pairs are settled by the quick judge, or wait for the other one. */
  take(pairs: readonly NearPair[]): Promise<void>;
  /** What was found, in order of the places, and what was left out. Rejects with the first failure. */
  finish(progress: (done: number, total: number) => void): Promise<{ judged: JudgedPair[]; notes: string[] }>;
}

/** Facts and the like record what is or was: rules call no two of them a conflict. */
const bothDecide = ({ decides }: PlacedPair) => decides;

export function createJudging(
  { quickJudge, judge }: Judges,
  texts: readonly ComparedText[],
  pacer: Pacer,
): Judging {
  const pairOf = pairsOf(texts);
  const options = { signal: pacer.signal, between: () => (pacer.due ? pacer.rest() : undefined) };
  const judged: JudgedPair[] = [];
  const waiting: PlacedPair[] = [];
  const lanes = new Set<Promise<void>>();
  /** Lanes that look for the next pair; one that has seen the last is not counted, though its promise is still in `lanes`. */
  let atWork = 0;
  let next = 0;
  let leftOut = 0;
  let failure: unknown;

  async function work(): Promise<void> {
    atWork++;
    try {
      while (next < waiting.length && failure === undefined) {
        const pair = waiting[next++]!;
        const found = await embedWithRetry(
          () => settle([pair], judge, options, bothDecide),
          () => pacer.rest(),
        );
        judged.push(...found.judged);
      }
    } catch (error) {
      failure ??= error;
    } finally {
      atWork--;
    }
  }

  function leave(pair: PlacedPair): void {
    if (waiting.length >= MAX_JUDGED) {
      leftOut++;
      return;
    }
    waiting.push(pair);
    if (atWork >= IN_FLIGHT) return;
    const lane = work().finally(() => lanes.delete(lane));
    lanes.add(lane);
  }

  return {
    async take(near) {
      const found = await settle(near.map(pairOf), quickJudge, options, bothDecide);
      judged.push(...found.judged);
      for (const { pair, needsWords } of found.open) if (needsWords) leave(pair);
    },

    async finish(progress) {
      while (lanes.size > 0) {
        progress(next - lanes.size, waiting.length);
        await Promise.race([...lanes, wait(PROGRESS_MS)]);
      }
      if (failure !== undefined) throw failure;
      progress(waiting.length, waiting.length);
      return {
        judged: judged.sort((x, y) => x.a - y.a || x.b - y.b),
        notes: leftOut === 0 ? [] : [`${leftOut} pairs that look alike were not compared word by word`],
      };
    },
  };
}
