import type { SignalSource } from '../signals.js';
import { DAY_MS } from './calendar.js';
import { matchKeywords } from './keyword-match.js';
import type { ParsedQuestion } from './parse-question.js';
import { scoreBuffers } from './score-buffers.js';
import { spreadOf, TYPICAL_COSINE_DEVIATION } from './standardise.js';

/** In buffers that the next question uses again. */
export interface BaseSignals {
  /** BM25 of each row, as the index gives it. */
  keyword: Float32Array;
  highestKeyword: number;
  /** Cosine of the query with each row; zeros without a query vector. */
  semantic: Float32Array;
  /** The words' score (keyword-match.ts). */
  words: Float32Array;
  /** Half the words' score and half z(cosine), over all rows. */
  fused: Float32Array;
}

/**
 * The score of memories that stand each for itself. Scores are fused, not ranks: rank fusion loses to BM25 alone.
 * A question without terms is left to the cosine.
 */
export function baseSignals(
  question: ParsedQuestion,
  vector: Float32Array | null,
  source: SignalSource,
  rows: Uint32Array,
): BaseSignals {
  const buffers = scoreBuffers(rows.length);
  const words = matchKeywords(question.terms, source, rows, buffers);
  const semantic =
    vector === null ? new Float32Array(rows.length) : source.semantic(vector, rows, buffers.semantic);
  const { mean, deviation } = source.cosineSpread ?? spreadOf(semantic, TYPICAL_COSINE_DEVIATION);
  const scale = 1 / deviation;
  const { fused } = buffers;
  const { score } = words;
  for (let at = 0; at < rows.length; at++) fused[at] = 0.5 * ((semantic[at]! - mean) * scale + score[at]!);
  return { keyword: words.bm25, highestKeyword: words.highest, semantic, words: score, fused };
}

/** Half of a memory's recency is gone after so many days. */
const RECENCY_HALF_LIFE_DAYS = 30;

/** From 1 (now, or still to come) towards 0. */
export function recencyOf(occurredAt: number, now: number): number {
  return now <= occurredAt
    ? 1
    : Math.exp(((occurredAt - now) * Math.LN2) / (RECENCY_HALF_LIFE_DAYS * DAY_MS));
}
