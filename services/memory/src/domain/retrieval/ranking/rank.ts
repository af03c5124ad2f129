import type { SignalSource } from '../signals.js';
import { chooseTurns, conversationScore } from './conversation-score.js';
import { exactMatches } from './exact-matches.js';
import { parseQuestion } from './parse-question.js';
import { baseSignals, recencyOf } from './plain-score.js';
import { selectTop } from './select-top.js';

export interface RankedRow {
  row: number;
  /** In (0, 1), falling with the rank; comparable within one answer only. */
  score: number;
  parts: ScoreParts;
}

/** What speaks for a memory, each from 0 to 1. */
export interface ScoreParts {
  /** Cosine with the query; negative ones are 0. */
  semantic: number;
  /** BM25 as a share of the highest in this answer's candidates. */
  keyword: number;
  recency: number;
  importance: number;
}

export interface RankQuery {
  text: string;
  /** Unit vector of the text; null where the embedder is unavailable: words alone rank then. */
  vector: Float32Array | null;
}

export interface RankOptions {
  limit: number;
  /** ms since the epoch. */
  now: number;
}

/**
 * In units of the fused score, where a clearly best match is ahead by 1 and more: enough to order near ties, too
 * little to bury a match. Measured on benchmarks/retrieval-notes with random importances and ages.
 */
const IMPORTANCE_WEIGHT = 0.1;
const RECENCY_WEIGHT = 0.1;

/**
 * The best `limit` of `rows` for the query, best first. Notes get the plain score, turns of a conversation the
 * conversational one on the same scale; rows that hold an identifier or quoted phrase of the query come before
 * those that do not; importance and recency order what is nearly equal; ties go to the newer memory.
 */
export function rankMemories(
  query: RankQuery,
  source: SignalSource,
  rows: Uint32Array,
  { limit, now }: RankOptions,
): RankedRow[] {
  if (rows.length === 0) return [];
  const { importance, occurredAt } = source.columns;
  const question = parseQuestion(query.text);
  const base = baseSignals(question, query.vector, source, rows);
  const total = base.fused.slice();

  const turns = chooseTurns(source, rows, base);
  if (turns.length > 0) {
    const scores = conversationScore(query, source, rows, turns, base);
    for (let at = 0; at < turns.length; at++) total[turns[at]!] = scores[at]!;
  }
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at]!;
    total[at]! += IMPORTANCE_WEIGHT * importance[row]! + RECENCY_WEIGHT * recencyOf(occurredAt[row]!, now);
  }
  const exact = exactMatches(question, source, rows);
  if (exact !== null) {
    const ahead = rangeOf(total);
    for (let at = 0; at < rows.length; at++) total[at]! += ahead * exact[at]!;
  }

  const newerFirst = (a: number, b: number): number =>
    occurredAt[rows[b]!]! - occurredAt[rows[a]!]! || rows[b]! - rows[a]!;
  return selectTop(total, limit, newerFirst).map((at) => {
    const row = rows[at]!;
    return {
      row,
      score: 1 / (1 + Math.exp(-total[at]! / 3)),
      parts: {
        semantic: Math.min(1, Math.max(0, base.semantic[at]!)),
        keyword: base.highestKeyword === 0 ? 0 : base.keyword[at]! / base.highestKeyword,
        recency: recencyOf(occurredAt[row]!, now),
        importance: Math.min(1, Math.max(0, importance[row]!)),
      },
    };
  });
}

/** More than the distance between the best and the worst, times two for an exact match that is one of several. */
function rangeOf(values: Float32Array): number {
  let lowest = Number.POSITIVE_INFINITY;
  let highest = Number.NEGATIVE_INFINITY;
  for (let at = 0; at < values.length; at++) {
    const value = values[at]!;
    if (value < lowest) lowest = value;
    if (value > highest) highest = value;
  }
  return (highest - lowest + 0.1) * 2;
}
