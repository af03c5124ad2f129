import type { SignalSource } from '../signals.js';
import { parseQuestion } from './parse-question.js';

export interface RankedRow {
  row: number;
  /** In (0, 1), falling with the rank; comparable within one answer only. */
  score: number;
  parts: ScoreParts;
}

/** What the score is made of, each from 0 to 1. */
export interface ScoreParts {
  semantic: number;
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

/** The best `limit` of `rows` for the query, best first; ties go to the newer memory. */
export function rankMemories(
  query: RankQuery,
  source: SignalSource,
  rows: Uint32Array,
  options: RankOptions,
): RankedRow[] {
  const question = parseQuestion(query.text, []);
  const keyword = source.keyword(question.terms, rows, { k1: 0.9, b: 0.4, field: 'all' });
  const semantic =
    query.vector === null ? new Float32Array(rows.length) : source.semantic(query.vector, rows);
  const fused = new Float64Array(rows.length);
  addStandardised(fused, keyword, 0.5);
  addStandardised(fused, semantic, 0.5);
  const order = Array.from(rows.keys()).sort((a, b) => fused[b]! - fused[a]! || rows[b]! - rows[a]!);
  const highest = keyword.reduce((best, value) => Math.max(best, value), 0);
  return order.slice(0, options.limit).map((at) => {
    const row = rows[at]!;
    const ageDays = Math.max(0, options.now - source.columns.createdAt[row]!) / 86_400_000;
    return {
      row,
      score: 1 / (1 + Math.exp(-fused[at]! / 2)),
      parts: {
        semantic: Math.min(1, Math.max(0, semantic[at]!)),
        keyword: highest === 0 ? 0 : keyword[at]! / highest,
        recency: 1 / (1 + ageDays / 30),
        importance: source.columns.importance[row]!,
      },
    };
  });
}

function addStandardised(sum: Float64Array, values: Float32Array, weight: number): void {
  const count = values.length;
  if (count === 0) return;
  let mean = 0;
  for (const value of values) mean += value / count;
  let variance = 0;
  for (const value of values) variance += (value - mean) ** 2 / count;
  const deviation = Math.sqrt(variance) || 1;
  for (let at = 0; at < count; at++) sum[at]! += (weight * (values[at]! - mean)) / deviation;
}
