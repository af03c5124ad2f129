import type { EvaluationSet } from '@anima/cli/dist/eval/evaluation-set.js';
import { measureHits, type Response } from '@anima/cli/dist/eval/measure-hits.js';
import type { QueryResult } from '@anima/cli/dist/eval/metrics.js';
import { analyseText } from '@anima/memory/dist/search/text/analyse-text.js';
import { indexOffline } from '../retrieval/offline-index.js';
import { embedTexts } from '../retrieval/vector-cache.js';

export const BASELINES = ['BM25', 'cosine', 'z-fusion'] as const;
export type Baseline = (typeof BASELINES)[number];

/**
 * Ranks a set in this process without the ranking of the service: by BM25 with the service's text analysis, by cosine
 * similarity, and by the sum of the z-scores of both. The probability of an answer is the score of the first hit.
 */
export async function rankBaselines(
  set: EvaluationSet,
  limit: number,
): Promise<Record<Baseline, QueryResult[]>> {
  const memories = set.memories.map(({ content, speaker, conversation_id, occurred_at }) => ({
    ...{ content, project: 'baseline' },
    ...(speaker === undefined ? {} : { speaker }),
    ...(conversation_id === undefined ? {} : { conversation: conversation_id }),
    ...(occurred_at === undefined ? {} : { occurredAt: Date.parse(occurred_at) }),
  }));
  const index = await indexOffline(memories);
  const now = Date.now();
  const vectors = await embedTexts(set.queries.map(({ query }) => query));
  const results: Record<Baseline, QueryResult[]> = { BM25: [], cosine: [], 'z-fusion': [] };
  for (const [at, query] of set.queries.entries()) {
    const until = query.filter?.occurred?.to;
    const rows = index.match(until === undefined ? {} : { occurredTo: Date.parse(until) }, now);
    const bm25 = index.keyword(analyseText(query.query), rows, { k1: 0.9, b: 0.4, field: 'all' });
    const cosine = index.semantic(vectors[at]!, rows);
    const [keyword, semantic] = [zScores(bm25), zScores(cosine)];
    const scores = { BM25: bm25, cosine, 'z-fusion': keyword.map((value, row) => value + semantic[row]!) };
    for (const name of BASELINES) {
      const response = toResponse(set, rows, scores[name], limit);
      results[name].push({ ...measureHits(query, response, (id) => id), latencyMs: 0 });
    }
  }
  return results;
}

/** @param scores One score for each of `rows`. */
function toResponse(
  set: EvaluationSet,
  rows: ArrayLike<number>,
  scores: Float32Array,
  limit: number,
): Response {
  const best = Array.from(scores.keys()).sort((a, b) => scores[b]! - scores[a]!);
  const hits = best.slice(0, limit).map((at) => {
    const { id, content } = set.memories[rows[at]!]!;
    return { memoryId: id, content, text: content, score: scores[at]!, semantic: 0, relevance: null };
  });
  return { hits, answerable: hits[0]?.score ?? 0 };
}

function zScores(values: Float32Array): Float32Array {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
  return values.map((value) => (value - mean) / (Math.sqrt(variance) || 1));
}
