import { AppError } from '@anima/service/errors';
import type { PairJudge } from '../../ports/pair-judge.js';
import { createJudgeBudget } from '../asking/judge-budget.js';
import { embedWithRetry } from '../embedding/embed-patiently.js';
import type { NearPair } from '../retrieval/near-pair.js';
import type { ComparedText } from './compared-text.js';
import type { Judges } from './judge-pairs.js';
import { type JudgedPair, keyOf, type OpenPair, type PlacedPair, pairsOf, settle } from './judged-pair.js';
import { outstandingPairs } from './outstanding-pairs.js';
import type { Pacer } from './pacer.js';

/** Judges of what the rules leave open. */
export interface LastJudges extends Judges {
  /** None where no model is configured. */
  modelJudge: PairJudge | null;
  /** What one audit asks of it at most. */
  modelBudget: { pairs: number; seconds: number };
}

/** Pairs that are looked at in one audit, and at a time. */
const MAX_PAIRS = 20_000;
const BATCH = 8;

export interface Undecided {
  /** By places, in the order in which they were looked at. */
  open: OpenPair[];
  /** What a judge could tell of them. */
  judged: JudgedPair[];
  notes: string[];
}

/**
 * Of each text the nearest five, what stands out most first (outstanding-pairs.ts): what the rules leave open is asked of the model,
 * where there is one, and what that leaves open too is undecided. Ends with `limit` of those, or when the model's budget is spent,
 * whichever comes last.
 */
export async function findUndecided(
  judges: LastJudges,
  texts: readonly ComparedText[],
  near: readonly NearPair[],
  { limit, isSettled }: { limit: number; isSettled: (a: number, b: number) => boolean },
  pacer: Pacer,
  progress: (done: number, total: number) => void,
): Promise<Undecided> {
  const pairOf = pairsOf(texts);
  const model = createModelAsking(judges, pacer);
  const found: Undecided = { open: [], judged: [], notes: [] };
  let count = 0;
  let passed = 0;
  const candidates = outstandingPairs(near, pacer, (pairs) => {
    count = pairs;
  });
  const enough = () => found.open.length > limit && !model.mayBeAsked();
  let looked = 0;
  for (let ended = limit === 0 && !model.mayBeAsked(); !ended && looked < MAX_PAIRS && !enough(); ) {
    const batch: PlacedPair[] = [];
    while (batch.length < BATCH && !ended) {
      const { value, done } = await candidates.next();
      if (done) ended = true;
      else {
        passed++;
        if (!isSettled(value.a, value.b)) batch.push(pairOf(value));
      }
    }
    looked += batch.length;
    let { open, judged } = await askRules(judges, batch, pacer);
    found.judged.push(...judged);
    if (open.length > 0 && model.mayBeAsked()) {
      ({ open, judged } = await model.ask(open));
      found.judged.push(...judged);
    }
    found.open.push(...open);
    progress(Math.min(looked, MAX_PAIRS), MAX_PAIRS);
    if (pacer.due) await pacer.rest();
  }
  found.notes.push(...model.notes());
  if (limit > 0 && found.open.length > limit)
    found.notes.push(
      `More pairs than these ${limit} are undecided, ${passed} of ${count} candidates were looked at: with verdicts on these, the next audit lists the next ones`,
    );
  return { ...found, open: found.open.slice(0, limit) };
}

/** Rules are careful with facts: what they see between two of them is a reason to ask, not a finding. */
async function askRules(
  { quickJudge, judge }: Judges,
  pairs: readonly PlacedPair[],
  pacer: Pacer,
): Promise<{ judged: JudgedPair[]; open: OpenPair[] }> {
  const options = { signal: pacer.signal, between: () => (pacer.due ? pacer.rest() : undefined) };
  const always = () => true;
  const quick = await settle(pairs, quickJudge, options, always);
  const forSlow = quick.open.filter(({ needsWords }) => needsWords).map(({ pair }) => pair);
  const slow = await embedWithRetry(
    () => settle(forSlow, judge, options, always),
    () => pacer.rest(),
  );
  const placed = new Map(pairs.map((pair) => [keyOf(pair.places), pair]));
  const judged: JudgedPair[] = [];
  const open = [...quick.open.filter(({ needsWords }) => !needsWords), ...slow.open];
  for (const each of [...quick.judged, ...slow.judged]) {
    const pair = placed.get(keyOf(each))!;
    if (each.kind === 'duplicate' || pair.decides) judged.push(each);
    else open.push({ pair, why: each.verdict.evidence[0]!, needsWords: false });
  }
  const order = new Map(pairs.map((pair, at) => [pair, at]));
  return { judged, open: open.toSorted((x, y) => order.get(x.pair)! - order.get(y.pair)!) };
}

interface ModelAsking {
  /** There is one, it answers, and its budget is not spent. */
  mayBeAsked(): boolean;
  /** What it cannot tell, and what the budget does not allow, stays open. */
  ask(pairs: readonly OpenPair[]): Promise<{ judged: JudgedPair[]; open: OpenPair[] }>;
  notes(): string[];
}

function createModelAsking({ modelJudge, modelBudget }: LastJudges, pacer: Pacer): ModelAsking {
  const budget = createJudgeBudget(modelBudget);
  const options = { signal: pacer.signal, budget };
  let failure: string | null = null;

  return {
    mayBeAsked: () => modelJudge !== null && failure === null && !budget.isSpent(),

    async ask(open) {
      const pairs = open.map(({ pair }) => pair);
      try {
        return await settle(pairs, modelJudge!, options, () => true);
      } catch (error) {
        pacer.signal.throwIfAborted();
        failure = error instanceof AppError ? error.message : 'it failed unexpectedly';
        return { judged: [], open: [...open] };
      }
    },

    notes() {
      if (failure !== null) return [`The model that judges could not be asked: ${failure}`];
      if (modelJudge === null || !budget.isSpent()) return [];
      return [
        budget.signal.aborted
          ? `The model that judges was asked for ${modelBudget.seconds} s; what was left then is undecided`
          : `The model that judges was asked about ${modelBudget.pairs} pairs; what was left then is undecided`,
      ];
    },
  };
}
