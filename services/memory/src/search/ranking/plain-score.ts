import type { SignalSource } from '../signals.js';
import { DAY_MS } from './calendar.js';
import { matchKeywords } from './keyword-match.js';
import type { ParsedQuestion } from './parse-question.js';
import { type Spread, spreadOf, TYPICAL_COSINE_DEVIATION } from './standardise.js';

/** The arrays are views of buffers that the next query overwrites. */
export interface BaseSignals {
  /** BM25 of each row. */
  keyword: Float32Array;
  highestKeyword: number;
  /** Cosine of the query and each row; zeros without a query embedding. */
  semantic: Float32Array;
  /** Keyword score of each row (keyword-match.ts). */
  words: Float32Array;
  /** Share of the query that a row contains, by the rarity of its terms, from 0 to 1. */
  coverage: (at: number) => number;
  /** Terms of the query that no row contains. */
  absent: readonly string[];
  /** Mean and deviation of the cosines. */
  cosines: Spread;
  /** Half the keyword score and half z(cosine), over all rows. */
  fused: Float32Array;
}

/**
 * Computes the scores of memories that are independent of each other. It fuses scores, not ranks: rank fusion
 * is worse than BM25 by itself. A query without terms is ranked by the cosine.
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
  const cosines = source.cosineSpread ?? spreadOf(semantic, TYPICAL_COSINE_DEVIATION);
  const { mean, deviation } = cosines;
  const scale = 1 / deviation;
  const { fused } = buffers;
  const { score } = words;
  for (let at = 0; at < rows.length; at++) fused[at] = 0.5 * ((semantic[at]! - mean) * scale + score[at]!);
  const { bm25, highest, scale: factor, absent } = words;
  const coverage = (at: number): number => (bm25[at]! === 0 ? 0 : score[at]! / (factor * bm25[at]!));
  return { keyword: bm25, highestKeyword: highest, semantic, words: score, coverage, absent, cosines, fused };
}

/** Half-life of a memory's recency. */
const RECENCY_HALF_LIFE_DAYS = 30;

/** Returns a value from 1 (now or in the future) towards 0. */
export function recencyOf(occurredAt: number, now: number): number {
  return now <= occurredAt
    ? 1
    : Math.exp(((occurredAt - now) * Math.LN2) / (RECENCY_HALF_LIFE_DAYS * DAY_MS));
}

/** Buffers for the scores of one query over all candidates. */
export interface ScoreBuffers {
  semantic: Float32Array;
  bm25: Float32Array;
  covered: Float32Array;
  fused: Float32Array;
}

let semantic = new Float32Array(0);
let bm25 = new Float32Array(0);
let covered = new Float32Array(0);
let fused = new Float32Array(0);

/**
 * Returns buffers of this length, valid until the next call: ranking is synchronous and returns none of them.
 * With 100,000 rows, new buffers for each query would be 1.6 MB of garbage and take a third of the time.
 */
function scoreBuffers(length: number): ScoreBuffers {
  if (fused.length < length) {
    const room = Math.ceil(length * 1.25);
    semantic = new Float32Array(room);
    bm25 = new Float32Array(room);
    covered = new Float32Array(room);
    fused = new Float32Array(room);
  }
  return {
    semantic: semantic.subarray(0, length),
    bm25: bm25.subarray(0, length),
    covered: covered.subarray(0, length),
    fused: fused.subarray(0, length),
  };
}
