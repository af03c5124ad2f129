export type ConflictReason = 'negation' | 'antonym' | 'value' | 'tool' | 'choice' | 'order' | 'superseded';

export interface Conflict {
  readonly kind: 'conflict';
  readonly reason: ConflictReason;
  /** 0..1: how sure the rule is, less for each word it could not place. */
  readonly confidence: number;
  /** Short sentences that quote what clashes. */
  readonly evidence: readonly string[];
}

export interface Duplicate {
  readonly kind: 'duplicate';
  readonly confidence: number;
  readonly evidence: readonly string[];
}

export type Verdict = { readonly kind: 'none' } | Duplicate | Conflict;
