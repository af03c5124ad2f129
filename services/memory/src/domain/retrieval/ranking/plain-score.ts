import type { SignalSource } from '../signals.js';
import { DAY_MS } from './calendar.js';
import type { ParsedQuestion } from './parse-question.js';
import { highestOf, standardise, TYPICAL_COSINE_DEVIATION, typicalKeywordDeviation } from './standardise.js';

export interface BaseSignals {
  /** BM25 of each row, as the index gives it. */
  keyword: Float32Array;
  highestKeyword: number;
  /** Cosine of the query with each row; zeros without a query vector. */
  semantic: Float32Array;
  /** The sum .5 z(BM25) + .5 z(cosine) over all rows. */
  fused: Float32Array;
}

/** Porter stems, k1 .9, b .4: reference/embeddings-and-retrieval.md. */
export const KEYWORD_OPTIONS = { k1: 0.9, b: 0.4, field: 'all' } as const;

/**
 * The score of memories that stand each for itself. Rank fusion loses to BM25 alone, so scores are fused: sum of
 * z-scores, BM25 0 where nothing matches. A question without terms is left to the cosine.
 */
export function baseSignals(
  question: ParsedQuestion,
  vector: Float32Array | null,
  source: SignalSource,
  rows: Uint32Array,
): BaseSignals {
  const keyword =
    question.terms.length === 0
      ? new Float32Array(rows.length)
      : source.keyword(question.terms, rows, KEYWORD_OPTIONS);
  const semantic = vector === null ? new Float32Array(rows.length) : source.semantic(vector, rows);
  const words = standardise(keyword.slice(), typicalKeywordDeviation(keyword));
  const meaning = standardise(semantic.slice(), TYPICAL_COSINE_DEVIATION);
  const fused = words;
  for (let at = 0; at < fused.length; at++) fused[at] = 0.5 * words[at]! + 0.5 * meaning[at]!;
  return { keyword, highestKeyword: highestOf(keyword), semantic, fused };
}

/** Half of a memory's recency is gone after so many days. */
const RECENCY_HALF_LIFE_DAYS = 30;

/** From 1 (now, or still to come) towards 0. */
export function recencyOf(occurredAt: number, now: number): number {
  return now <= occurredAt
    ? 1
    : Math.exp(((occurredAt - now) * Math.LN2) / (RECENCY_HALF_LIFE_DAYS * DAY_MS));
}
