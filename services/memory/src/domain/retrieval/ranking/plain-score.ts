import type { SignalSource } from '../signals.js';
import { DAY_MS } from './calendar.js';
import { matchKeywords } from './keyword-match.js';
import type { ParsedQuestion } from './parse-question.js';
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

/** Room for the scores of one question over all candidates. */
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
 * Buffers of this length, valid until the next call: ranking is synchronous, and hands out none of them. At 100,000
 * rows new ones for each question would be 1.6 MB of garbage, and its collection a third of the time.
 */
export function scoreBuffers(length: number): ScoreBuffers {
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
