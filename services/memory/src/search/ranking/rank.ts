import type { SignalSource } from '../signals.js';
import { chooseTurns, conversationScore } from './conversation-score.js';
import type { DatePhrase } from './date-phrases.js';
import { exactMatches } from './exact-matches.js';
import { matchDates } from './match-dates.js';
import { parseQuestion } from './parse-question.js';
import { baseSignals, recencyOf } from './plain-score.js';
import { relevanceFeatures, relevanceOf } from './relevance.js';
import { selectTop } from './select-top.js';
import type { Spread } from './standardise.js';

export interface RankedRow {
  row: number;
  /** From 0 to 1 (exclusive), falling with the rank; comparable only within one result. */
  score: number;
  parts: ScoreParts;
  /** Probability, from 0 to 1, that the memory answers the query. */
  relevance: number;
  /** See relevance.ts. */
  features: Float64Array;
}

/** The parts of a score, each from 0 to 1. */
export interface ScoreParts {
  /** Cosine with the query; negative cosines become 0. */
  semantic: number;
  /** BM25 divided by the highest BM25 of the candidates. */
  keyword: number;
  recency: number;
  importance: number;
}

export interface RankQuery {
  text: string;
  /** Unit vector of the text; null if the embedder is unavailable, then only keywords rank. */
  vector: Float32Array | null;
  /** False if the model does not understand the text: then its cosines do not rank. Default: true. */
  isUnderstood?: boolean;
  /** Phrases of the text that name a time (date-phrases.ts). */
  dates?: readonly DatePhrase[];
  /** The model's cosines of unrelated texts. Without it, words decide about the relevance of hits. */
  unrelated?: Spread | undefined;
}

export interface RankOptions {
  limit: number;
  /** Skips this number of best rows: the results of previous pages. */
  from?: number;
  /** In ms since the epoch. */
  now: number;
}

/**
 * In units of the fused score, in which a clearly best match is ahead by 1 or more. The weights are enough to
 * order near ties and too small to demote a match. Measured on benchmarks/retrieval-notes with random
 * importances and ages.
 */
const IMPORTANCE_WEIGHT = 0.1;
const RECENCY_WEIGHT = 0.1;
/**
 * Weights of a memory outside conversations whose time matches a date in the query. In a diary, the notes of all
 * days are equally similar to a query, so the date decides; it stays below the lead of a clearly best match.
 */
const WITHIN_WEIGHT = 1.6;
const NEXT_DAY_WEIGHT = 0.4;

/**
 * Returns the best `limit` of `rows` for the query without the first `from`, best first. Notes get the plain
 * score, turns of a conversation the conversational score on the same scale. Rows that contain an identifier
 * or quoted phrase of the query come first. Importance and recency order rows with nearly equal scores. Ties
 * are resolved by time, newer first.
 */
export function rankMemories(
  asked: RankQuery,
  source: SignalSource,
  rows: Uint32Array,
  { limit, from = 0, now }: RankOptions,
): RankedRow[] {
  if (rows.length <= from) return [];
  const query = asked.isUnderstood === false ? { ...asked, vector: null } : asked;
  const { importance, occurredAt } = source.columns;
  const question = parseQuestion(query.text, [], query.dates);
  const base = baseSignals(question, query.vector, source, rows);
  const total = base.fused;

  if (question.dates.length > 0) {
    for (let at = 0; at < rows.length; at++) {
      if (source.columns.conversation[rows[at]!] !== -1) continue;
      const { within, day } = matchDates(question.dates, occurredAt[rows[at]!]!);
      total[at]! += WITHIN_WEIGHT * within + NEXT_DAY_WEIGHT * (within === 0 ? day : 0);
    }
  }
  const turns = chooseTurns(source, rows, base);
  if (turns.length > 0) {
    const scores = conversationScore(query, source, rows, turns, base);
    for (let at = 0; at < turns.length; at++) total[turns[at]!] = scores[at]!;
  }
  const exact = exactMatches(question, source, rows);
  if (exact !== null) {
    const ahead = rangeOf(total);
    for (let at = 0; at < rows.length; at++) total[at]! += ahead * exact[at]!;
  }

  const newerFirst = (a: number, b: number): number =>
    occurredAt[rows[b]!]! - occurredAt[rows[a]!]! || rows[b]! - rows[a]!;
  const near = withinReach(total, limit, newerFirst);
  for (const at of near) {
    const row = rows[at]!;
    total[at]! += IMPORTANCE_WEIGHT * importance[row]! + RECENCY_WEIGHT * recencyOf(occurredAt[row]!, now);
  }
  const scores = near.map((at) => total[at]!);
  const newerNear = (a: number, b: number): number => newerFirst(near[a]!, near[b]!);
  const best = selectTop(scores, limit, newerNear, from).map((i) => near[i]!);
  const unrelated = query.vector === null ? null : (query.unrelated ?? null);
  let highest = Number.NEGATIVE_INFINITY;
  for (let at = 0; at < near.length; at++) if (scores[at]! > highest) highest = scores[at]!;
  const features = relevanceFeatures({ question, base, total, unrelated }, source, rows, best, highest);
  const semantic = query === asked ? base.semantic : cosinesAt(asked.vector, source, rows, best);
  return best.map((at, place) => {
    const row = rows[at]!;
    return {
      row,
      score: toShare(total[at]!),
      parts: {
        semantic: Math.min(1, Math.max(0, semantic[at]!)),
        keyword: base.highestKeyword === 0 ? 0 : base.keyword[at]! / base.highestKeyword,
        recency: recencyOf(occurredAt[row]!, now),
        importance: Math.min(1, Math.max(0, importance[row]!)),
      },
      relevance: relevanceOf(features[place]!, unrelated !== null),
      features: features[place]!,
    };
  });
}

/** Returns the cosines of the rows at these positions, by position. */
function cosinesAt(
  vector: Float32Array | null,
  source: SignalSource,
  rows: Uint32Array,
  positions: readonly number[],
): Float32Array {
  const cosines = new Float32Array(rows.length);
  if (vector === null) return cosines;
  const ascending = positions.toSorted((a, b) => a - b);
  const found = source.semantic(
    vector,
    Uint32Array.from(ascending, (at) => rows[at]!),
  );
  for (const [i, at] of ascending.entries()) cosines[at] = found[i]!;
  return cosines;
}

/** Maps (-∞, ∞) to (0, 1), increasing. A logistic function would round high values to 1. */
function toShare(total: number): number {
  return 0.5 + total / (2 * (3 + Math.abs(total)));
}

/** Returns the positions that importance and recency can still lift into the best `limit`. */
function withinReach(
  total: Float32Array,
  limit: number,
  compareTies: (a: number, b: number) => number,
): number[] {
  const [last] = selectTop(total, limit, compareTies, Math.min(limit, total.length) - 1) as [number];
  const reach = total[last]! - (IMPORTANCE_WEIGHT + RECENCY_WEIGHT);
  const near: number[] = [];
  for (let at = 0; at < total.length; at++) if (total[at]! >= reach) near.push(at);
  return near;
}

/** Returns more than the maximum difference of all other parts of the score. */
function rangeOf(values: Float32Array): number {
  let lowest = Number.POSITIVE_INFINITY;
  let highest = Number.NEGATIVE_INFINITY;
  for (let at = 0; at < values.length; at++) {
    const value = values[at]!;
    if (value < lowest) lowest = value;
    if (value > highest) highest = value;
  }
  return highest - lowest + 2 * (IMPORTANCE_WEIGHT + RECENCY_WEIGHT);
}
