import { estimateTokens } from '@anima/text/tokens';
import type { EvaluationQuery } from './evaluation-set.js';
import { type Hit, isStale, packWithin, type QueryResult, rankOf, TOKEN_BUDGETS } from './metrics.js';

/** The measured part of a response of `recall` or `search`. */
export interface Response {
  hits: (Hit & { score: number; semantic: number; relevance: number | null })[];
  answerable: number | null;
}

/**
 * Measures one response.
 * @param memoryIdOf Returns the memory id of an id of the set.
 */
export function measureHits(
  query: EvaluationQuery,
  { hits, answerable }: Response,
  memoryIdOf: (id: string) => string,
): Omit<QueryResult, 'latencyMs'> {
  const { id, kind = null, answers = [], answer_texts: texts = [], stale } = query;
  const isMemory = (answer: string | string[]) => {
    const accepted = [answer].flat().map(memoryIdOf);
    return (hit: Hit) => accepted.includes(hit.memoryId);
  };
  const rank = (within: readonly Hit[], part: 'content' | 'text') => [
    ...answers.map((answer) => rankOf(within, isMemory(answer))),
    ...texts.map((text) => rankOf(within, (hit) => normalised(hit[part]).includes(normalised(text)))),
  ];
  const ranks = rank(hits, 'content');
  const evidence = TOKEN_BUDGETS.map((tokens) => {
    const found = rank(packWithin(hits, tokens, estimateTokens), 'text');
    return found.filter((each) => each !== null).length / found.length;
  });
  return {
    ...{ id, kind, answerable, ranks },
    isAnswerable: query.answerable !== false,
    evidence: ranks.length === 0 ? [] : evidence,
    isStale:
      stale === undefined
        ? null
        : isStale(
            ranks,
            stale.map((old) => rankOf(hits, isMemory(old))),
          ),
  };
}

/** Makes texts equal that differ only in case, white space or the form of characters. */
const normalised = (text: string): string =>
  text.normalize('NFKC').toLowerCase().split(/\s+/).join(' ').trim();
