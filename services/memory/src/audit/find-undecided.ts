import { AppError } from '@anima/service/errors';
import { createJudgeBudget } from '../judge/judge-budget.js';
import type { PairJudge, StatementJudge } from '../judge/pair-judge.js';
import type { NearPair } from '../search/near-pair.js';
import type { ComparedText } from './compared-text.js';
import { type JudgedPair, keyOf, type OpenPair, type PlacedPair, pairsOf, settle } from './judged-pair.js';
import { outstandingPairs } from './outstanding-pairs.js';
import type { Pacer } from './pacer.js';

export interface Judges {
  /** The rules, which judge every pair. */
  quickJudge: StatementJudge;
  /** The model that judges pairs; null if no model is configured. */
  modelJudge: PairJudge | null;
  /** Maximum number of pairs and seconds for the model in one audit. */
  modelBudget: { pairs: number; seconds: number };
}

/** Maximum number of pairs that are judged in one audit, and number of pairs in each batch. */
const MAX_PAIRS = 20_000;
const BATCH = 8;

export interface Undecided {
  /** Undecided pairs, in the order in which they were judged. */
  open: OpenPair[];
  /** Pairs that a judge decided. */
  judged: JudgedPair[];
  notes: string[];
}

/**
 * Judges the five nearest pairs of each text, the most outstanding first (outstanding-pairs.ts). The rules
 * judge each pair first, then the model, if configured, judges the open pairs. Pairs that stay open are
 * undecided. The search ends after MAX_PAIRS pairs, or earlier if more than `limit` pairs are undecided and
 * the model has no budget left.
 */
export async function findUndecided(
  judges: Judges,
  texts: readonly ComparedText[],
  near: readonly NearPair[],
  { limit, isSettled }: { limit: number; isSettled: (a: number, b: number) => boolean },
  pacer: Pacer,
  progress: (done: number, total: number) => void,
): Promise<Undecided> {
  const pairOf = pairsOf(texts);
  const model = createModelRun(judges, pacer);
  const found: Undecided = { open: [], judged: [], notes: [] };
  let count = 0;
  let passed = 0;
  const candidates = outstandingPairs(near, pacer, (pairs) => {
    count = pairs;
  });
  const enough = () => found.open.length > limit && !model.mayBeAsked();
  let compared = 0;
  for (let ended = limit === 0 && !model.mayBeAsked(); !ended && compared < MAX_PAIRS && !enough(); ) {
    const batch: PlacedPair[] = [];
    while (batch.length < BATCH && !ended) {
      const { value, done } = await candidates.next();
      if (done) ended = true;
      else {
        passed++;
        if (!isSettled(value.a, value.b)) batch.push(pairOf(value));
      }
    }
    compared += batch.length;
    let { open, judged } = await judgeByRules(judges, batch, pacer);
    found.judged.push(...judged);
    if (open.length > 0 && model.mayBeAsked()) {
      ({ open, judged } = await model.ask(open));
      found.judged.push(...judged);
    }
    found.open.push(...open);
    progress(Math.min(compared, MAX_PAIRS), MAX_PAIRS);
    if (pacer.due) await pacer.rest();
  }
  found.notes.push(...model.notes());
  if (limit > 0 && found.open.length > limit)
    found.notes.push(
      `More pairs than these ${limit} are undecided, ${passed} of ${count} candidates were looked at: with verdicts on these, the next audit lists the next ones`,
    );
  return { ...found, open: found.open.slice(0, limit) };
}

/**
 * Judges pairs with the rules. A conflict is uncertain unless both texts are decisions, preferences or
 * statements of config files, so such a pair stays open instead of becoming a finding.
 */
async function judgeByRules(
  { quickJudge }: Judges,
  pairs: readonly PlacedPair[],
  pacer: Pacer,
): Promise<{ judged: JudgedPair[]; open: OpenPair[] }> {
  const options = { signal: pacer.signal, between: () => (pacer.due ? pacer.rest() : undefined) };
  const found = await settle(pairs, quickJudge, options, () => true);
  const placed = new Map(pairs.map((pair) => [keyOf(pair.places), pair]));
  const judged: JudgedPair[] = [];
  const open = [...found.open];
  for (const each of found.judged) {
    const pair = placed.get(keyOf(each))!;
    if (each.kind === 'duplicate' || pair.decides) judged.push(each);
    else open.push({ pair, why: each.verdict.evidence[0]! });
  }
  const order = new Map(pairs.map((pair, at) => [pair, at]));
  return { judged, open: open.toSorted((x, y) => order.get(x.pair)! - order.get(y.pair)!) };
}

interface ModelRun {
  /** Returns whether a model is configured, has not failed, and has budget left. */
  mayBeAsked(): boolean;
  /**
   * Judges pairs with the model. Pairs that the model cannot decide, or that exceed the budget, stay open.
   */
  ask(pairs: readonly OpenPair[]): Promise<{ judged: JudgedPair[]; open: OpenPair[] }>;
  notes(): string[];
}

function createModelRun({ modelJudge, modelBudget }: Judges, pacer: Pacer): ModelRun {
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
