import type { StatementJudge } from '../judge/pair-judge.js';
import type { NearPair } from '../search/near-pair.js';
import type { ComparedText } from './compared-text.js';
import { type JudgedPair, type PlacedPair, pairsOf, settle } from './judged-pair.js';
import type { Pacer } from './pacer.js';

/** Lets the rules judge pairs while further pairs are searched. */
export interface Judging {
  /** Resolves when the rules have judged the pairs. */
  take(pairs: readonly NearPair[]): Promise<void>;
  /** Returns the pairs that the rules have decided so far, in the order of their positions. */
  judged(): JudgedPair[];
}

/**
 * Returns whether both texts decide something. Facts only record a state at a time, so the rules report no
 * conflict of facts.
 */
const bothDecide = ({ decides }: PlacedPair) => decides;

export function createJudging(
  quickJudge: StatementJudge,
  texts: readonly ComparedText[],
  pacer: Pacer,
): Judging {
  const pairOf = pairsOf(texts);
  const options = { signal: pacer.signal, between: () => (pacer.due ? pacer.rest() : undefined) };
  const judged: JudgedPair[] = [];
  return {
    async take(near) {
      const found = await settle(near.map(pairOf), quickJudge, options, bothDecide);
      judged.push(...found.judged);
    },
    judged: () => judged.sort((x, y) => x.a - y.a || x.b - y.b),
  };
}
