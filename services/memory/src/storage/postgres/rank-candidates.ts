import type { PostgresQueries } from '@anima/service/postgres';
import {
  type Candidate,
  createCandidateSource,
  type Population,
} from '../../search/candidates/candidate-source.js';
import type { RankedMemory } from '../../search/memory-search.js';
import { parseQuestion } from '../../search/ranking/parse-question.js';
import { recencyOf } from '../../search/ranking/plain-score.js';
import { type RankOptions, type RankQuery, rankMemories } from '../../search/ranking/rank.js';
import { spreadOf, TYPICAL_COSINE_DEVIATION } from '../../search/ranking/standardise.js';
import { type NeighbourQuery, nearMemories } from './near-memories.js';
import { type CandidateQuery, readCandidates } from './search-candidates.js';
import { passes } from './search-filter-sql.js';
import { sqlValues } from './sql-values.js';
import { countHolding, wordCandidates } from './word-candidates.js';

/** Maximum number of passing memories for which all are ranked, with the same result as the index in RAM. */
const ALL_RANKED = 1_000;
/** Otherwise this number of candidates is taken by vector and by words; a larger limit increases it. */
const MIN_POOL = 200;
const MAX_POOL = 3_200;
const POOL_A_PLACE = 4;
/**
 * Share of the candidates whose adjacent turns are also read. With 12,000 memories and the questions of
 * LoCoMo-dev, this share gives R@10 0.886 and MRR 0.722; a share of 1 gives 0.888 and 0.728 for twice as many
 * rows.
 */
const SHARE_WITH_NEIGHBOURS = 0.4;

/** Returns the best `limit` memories without the best `from`; never fewer if more memories pass. */
export async function rankCandidates(
  tx: PostgresQueries,
  query: RankQuery,
  { limit, from = 0, now }: RankOptions,
  at: NeighbourQuery,
  pool = poolFor(limit),
): Promise<RankedMemory[]> {
  const { total } = at.census;
  const end = Math.min(limit, total);
  if (end <= from) return [];
  const { terms, identifiers, phrases } = parseQuestion(query.text);
  const exact = [...identifiers.map((term) => [term]), ...phrases];
  const candidateQuery: CandidateQuery = {
    terms: new Set([...terms, ...exact.flat()]),
    vector: query.vector,
    dimensions: at.dimensions,
  };
  const source =
    total <= ALL_RANKED
      ? createCandidateSource(await readCandidates(tx, null, at.filter, now, candidateQuery))
      : await likelyCandidates(tx, candidateQuery, terms, exact, pool, at);
  const { rows } = source;
  const ranked = rankMemories(query, source, rows, { limit: end, from, now }).map(
    ({ row, score, parts, relevance }) => ({
      key: source.keyOf(row),
      score,
      parts,
      relevance,
    }),
  );
  if (end <= rows.length) return ranked;
  const last = rankMemories(query, source, rows, { limit: rows.length, from: rows.length - 1, now });
  const keys = Array.from(rows, source.keyOf);
  const skipped = Math.max(0, from - rows.length);
  const others = await newestOthers(tx, keys, skipped, end - from - ranked.length, at);
  return [
    ...ranked,
    ...others.map(({ key, occurredAt, importance }, place) => ({
      key,
      score: (last[0]?.score ?? 1) / (2 + skipped + place),
      parts: { semantic: 0, keyword: 0, recency: recencyOf(occurredAt, now), importance },
      relevance: 0,
    })),
  ];
}

/**
 * Returns the number of candidates: a multiple of the limit, so that it contains most of the best memories.
 * It grows in steps, so that the pages of one list, which are requested separately, are consistent.
 */
function poolFor(limit: number): number {
  let pool = MIN_POOL;
  while (pool < Math.min(MAX_POOL, POOL_A_PLACE * limit)) pool *= 4;
  return pool;
}

/**
 * Reads the likely best candidates: the nearest by vector, the best by words, their adjacent turns, and the
 * sample from which the distribution of scores is estimated.
 */
async function likelyCandidates(
  tx: PostgresQueries,
  candidateQuery: CandidateQuery,
  terms: readonly string[],
  exact: readonly (readonly string[])[],
  pool: number,
  at: NeighbourQuery,
) {
  const { filter, now, census } = at;
  const found = new Map<number, Candidate>();
  const read = async (keys: readonly number[]): Promise<Candidate[]> => {
    const unread = [...new Set(keys)].filter((key) => !found.has(key));
    const candidates = await readCandidates(tx, unread, filter, now, candidateQuery);
    for (const candidate of candidates) found.set(candidate.key, candidate);
    return candidates;
  };
  const sample = await read(census.sample);
  const holding = await countHolding(tx, candidateQuery.terms, sample, at);
  const byWords = await wordCandidates(tx, { terms: [...new Set(terms)], exact, holding }, pool, at);
  const byMeaning =
    candidateQuery.vector === null
      ? await newestOthers(tx, byWords, 0, pool, at)
      : await nearMemories(tx, candidateQuery.vector, pool, at);
  const near = byMeaning.map(({ key }) => key);
  await read([...byWords, ...near]);
  const first = Math.ceil(pool * SHARE_WITH_NEIGHBOURS);
  const likeliest = [...byWords.slice(0, first), ...near.slice(0, first)].flatMap(
    (key) => found.get(key) ?? [],
  );
  await read(likeliest.flatMap(({ before, after }) => [...before, ...after]));
  const population: Population = {
    total: census.total,
    length: census.length,
    holding,
    cosines: spreadOf(
      sample.map(({ cosine }) => cosine),
      TYPICAL_COSINE_DEVIATION,
    ),
  };
  return createCandidateSource([...found.values()], population);
}

/** Returns the newest passing memories that are not in `keys`, without the first `from`. */
async function newestOthers(
  tx: PostgresQueries,
  keys: readonly number[],
  from: number,
  count: number,
  { filter, now }: NeighbourQuery,
): Promise<{ key: number; occurredAt: number; importance: number }[]> {
  const { values, $ } = sqlValues();
  return tx.query(
    `SELECT memory_key AS key, occurred_at AS "occurredAt", importance FROM search_rows
     WHERE ${passes(filter, now, $)} AND memory_key <> ALL (${$(keys)}::bigint[])
     ORDER BY created_at DESC, memory_key DESC OFFSET ${$(from)} LIMIT ${$(count)}`,
    values,
  );
}
