import { setTimeout as wait } from 'node:timers/promises';
import type { Contradiction, JudgedText, PairJudge, PairVerdict, TextPair } from '../../ports/pair-judge.js';
import { embedPatiently } from '../embedding/embed-patiently.js';
import type { NearPair } from '../retrieval/near-pair.js';
import type { ComparedText } from './compared-text.js';
import type { Pacer } from './pacer.js';

/** Two texts by their places, and what was found of them. */
export type JudgedPair = { a: number; b: number } & (
  | { kind: 'conflict'; verdict: Contradiction }
  | { kind: 'duplicate'; verdict: PairVerdict }
);

export interface Judges {
  /** Asked about every pair. */
  quickJudge: PairJudge;
  /** Asked about the pairs that the other one left open: it may ask a model. */
  judge: PairJudge;
}

/** Pairs being judged at a time: enough to keep the model busy, few enough that a memory to be stored hardly waits. */
const IN_FLIGHT = 3;
const PROGRESS_MS = 500;
/** Pairs that are asked of the model in one audit. */
const MAX_JUDGED = 20_000;
/** Texts whose words are kept at a time; each takes about 8 kB. */
const KEPT_READINGS = 12_000;

/** Judges pairs while others are still being looked for: the model has a thread of its own. */
export interface Judging {
  /** Resolves when the pairs are settled by the quick judge, or wait for the other one. */
  take(pairs: readonly NearPair[]): Promise<void>;
  /** What was found, in order of the places, and what was left out. Rejects with the first failure. */
  finish(progress: (done: number, total: number) => void): Promise<{ judged: JudgedPair[]; notes: string[] }>;
}

interface PlacedPair extends TextPair {
  places: Pick<NearPair, 'a' | 'b'>;
  /** Both decide something: facts and the like record what is or was. */
  mayConflict: boolean;
}

interface OpenPair {
  pair: PlacedPair;
  why: string;
}

export function createJudging(
  { quickJudge, judge }: Judges,
  texts: readonly ComparedText[],
  pacer: Pacer,
): Judging {
  const textAt = createReadings(texts);
  const options = { signal: pacer.signal, between: () => (pacer.due ? pacer.rest() : undefined) };
  const judged: JudgedPair[] = [];
  const waiting: PlacedPair[] = [];
  const stillOpen = new Map<string, number>();
  const lanes = new Set<Promise<void>>();
  /** Lanes that look for the next pair; one that has seen the last is not counted, though its promise is still in `lanes`. */
  let atWork = 0;
  let next = 0;
  let leftOut = 0;
  let failure: unknown;

  /** Notes what is found; resolves to the pairs that are left open. */
  async function settle(pairs: readonly PlacedPair[], by: PairJudge): Promise<OpenPair[]> {
    const open = new Map<PlacedPair, string>();
    const found = new Set<PlacedPair>();
    const deciding = pairs.filter(({ mayConflict }) => mayConflict);
    for (const [at, verdict] of (await by.contradiction(deciding, options)).entries()) {
      const pair = deciding[at]!;
      if (verdict.answer === 'open') open.set(pair, verdict.evidence[0]!);
      if (verdict.answer !== 'yes') continue;
      judged.push({ ...pair.places, kind: 'conflict', verdict });
      found.add(pair);
    }
    const rest = pairs.filter((pair) => !found.has(pair));
    for (const [at, verdict] of (await by.sameStatement(rest, options)).entries()) {
      const pair = rest[at]!;
      if (verdict.answer === 'open') open.set(pair, verdict.evidence[0]!);
      if (verdict.answer !== 'yes') continue;
      judged.push({ ...pair.places, kind: 'duplicate', verdict });
      open.delete(pair);
    }
    return Array.from(open, ([pair, why]) => ({ pair, why }));
  }

  async function work(): Promise<void> {
    atWork++;
    try {
      while (next < waiting.length && failure === undefined) {
        const pair = waiting[next++]!;
        const open = await embedPatiently(
          () => settle([pair], judge),
          () => pacer.rest(),
        );
        for (const { why } of open) stillOpen.set(why, (stillOpen.get(why) ?? 0) + 1);
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
      const pairs = near.map(({ a, b, cosine }) => ({
        a: textAt(a),
        b: textAt(b),
        cosine,
        places: { a, b },
        mayConflict: texts[a]!.decides && texts[b]!.decides,
      }));
      for (const { pair } of await settle(pairs, quickJudge)) leave(pair);
    },

    async finish(progress) {
      while (lanes.size > 0) {
        progress(next - lanes.size, waiting.length);
        await Promise.race([...lanes, wait(PROGRESS_MS)]);
      }
      if (failure !== undefined) throw failure;
      progress(waiting.length, waiting.length);
      const notes = Array.from(
        stillOpen,
        ([why, count]) => `${count} pairs that look alike were left open: ${why}`,
      );
      if (leftOut > 0) notes.unshift(`${leftOut} pairs that look alike were not compared word by word`);
      return { judged: judged.sort((x, y) => x.a - y.a || x.b - y.b), notes };
    },
  };
}

/** The judges keep what they read of a text as long as they are given the same object. */
function createReadings(texts: readonly ComparedText[]): (place: number) => JudgedText {
  const kept = new Map<number, JudgedText>();
  return (place) => {
    let reading = kept.get(place);
    if (reading === undefined) {
      reading = { text: texts[place]!.text };
      kept.set(place, reading);
      if (kept.size > KEPT_READINGS) kept.delete(kept.keys().next().value!);
    }
    return reading;
  };
}
