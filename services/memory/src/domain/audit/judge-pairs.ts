import { setTimeout as wait } from 'node:timers/promises';
import type { WordEmbedder } from '../../ports/word-embedder.js';
import { embedPatiently } from '../embedding/embed-patiently.js';
import { judgePair, type Verdict } from '../judging/judge-pair.js';
import { type DescribedText, describeText } from '../meaning/describe-text.js';
import type { NearPair } from '../retrieval/near-pair.js';
import type { ComparedText } from './compared-text.js';
import type { Pacer } from './pacer.js';

export interface JudgedPair {
  a: number;
  b: number;
  verdict: Exclude<Verdict, { kind: 'none' }>;
}

/** Pairs being judged at a time: enough to keep the model busy, few enough that a memory to be stored hardly waits. */
const IN_FLIGHT = 3;
/** Texts whose word vectors are kept: about 30 kB each. Neighbours come one after the other, so most are met again soon. */
const KEPT_TEXTS = 600;
const PROGRESS_MS = 500;
/** Pairs that are compared word by word in one audit. */
const MAX_JUDGED = 20_000;

/** Judges pairs while others are still being looked for: the model has a thread of its own. */
export interface PairJudge {
  /** Keeps a verdict that needed no model. */
  note(pair: NearPair, verdict: Verdict): void;
  /** Judges the pair by the vectors of its words. False where so many pairs were taken already that this one is left out. */
  take(pair: NearPair): boolean;
  /** The verdicts that say something, in order of the places. Rejects with the first failure. */
  finish(progress: (done: number, total: number) => void): Promise<JudgedPair[]>;
}

export function createPairJudge(
  embedder: WordEmbedder,
  texts: readonly ComparedText[],
  pacer: Pacer,
): PairJudge {
  const describe = createDescriber(embedder, texts, pacer);
  const taken: NearPair[] = [];
  const judged: JudgedPair[] = [];
  const lanes = new Set<Promise<void>>();
  let next = 0;
  let failure: unknown;

  function note({ a, b }: Pick<NearPair, 'a' | 'b'>, verdict: Verdict): void {
    if (verdict.kind !== 'none') judged.push({ a, b, verdict });
  }

  async function judge({ a, b }: NearPair): Promise<void> {
    const [first, second] = await Promise.all([describe(a), describe(b)]);
    note({ a, b }, judgePair(first, second, { types: [texts[a]!.type, texts[b]!.type] }));
    if (pacer.due) await pacer.rest();
  }

  async function work(): Promise<void> {
    try {
      while (next < taken.length && failure === undefined) await judge(taken[next++]!);
    } catch (error) {
      failure ??= error;
    }
  }

  return {
    note,

    take(pair) {
      if (taken.length >= MAX_JUDGED) return false;
      taken.push(pair);
      if (lanes.size < IN_FLIGHT) {
        const lane = work().finally(() => lanes.delete(lane));
        lanes.add(lane);
      }
      return true;
    },

    async finish(progress) {
      while (lanes.size > 0) {
        progress(next - lanes.size, taken.length);
        await Promise.race([...lanes, wait(PROGRESS_MS)]);
      }
      if (failure !== undefined) throw failure;
      progress(taken.length, taken.length);
      return judged.sort((x, y) => x.a - y.a || x.b - y.b);
    },
  };
}

function createDescriber(
  embedder: WordEmbedder,
  texts: readonly ComparedText[],
  pacer: Pacer,
): (place: number) => Promise<DescribedText> {
  const kept = new Map<number, Promise<DescribedText>>();
  return (place) => {
    const known = kept.get(place);
    if (known !== undefined) return known;
    const { text } = texts[place]!;
    const described = embedPatiently(
      () => embedder.embedWords(text),
      () => pacer.rest(),
    ).then((tokens) => describeText(text, tokens));
    kept.set(place, described);
    if (kept.size > KEPT_TEXTS) kept.delete(kept.keys().next().value!);
    return described;
  };
}
