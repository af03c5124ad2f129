import type { RuleReason } from '../../ports/pair-judge.js';

/** What rules found out about two texts. */
export interface Conflict {
  readonly reason: RuleReason;
  /** 0..1: how sure the rule is, less for each word it could not place. */
  readonly confidence: number;
  /** Short sentences that quote what clashes. */
  readonly evidence: readonly string[];
}

export interface Duplicate {
  readonly confidence: number;
  readonly evidence: readonly string[];
}
