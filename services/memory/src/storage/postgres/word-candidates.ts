import type { PostgresQueries } from '@anima/service/postgres';
import type { Candidate } from '../../search/candidates/candidate-source.js';
import type { NeighbourQuery } from './near-memories.js';
import { passes } from './search-filter-sql.js';
import { sqlValues } from './sql-values.js';
import { quotedWord } from './word-vector.js';

/**
 * A term in this number of rows of the sample is frequent enough to estimate its frequency from the sample.
 */
const COMMON_IN_SAMPLE = 8;
/**
 * Rare terms are counted, up to MAX_COUNTED memories, but only the first MAX_COUNTED_TERMS of a long query.
 */
const MAX_COUNTED = 1_000;
const MAX_COUNTED_TERMS = 32;
/** Maximum number of memories, as estimated, that are read by words. */
const MAX_READ = 3_000;
/** If all terms are frequent, pairs of this number of the rarest terms are searched. */
const PAIRED_TERMS = 6;
/** Two terms occur in the same memory more often than independent terms, by about this factor. */
const ATTRACTION = 2;
const MAX_WEIGHED_TERMS = 32;

/**
 * Returns the number of passing memories that contain each term: counted for rare terms, estimated from the
 * sample for others.
 */
export async function countHolding(
  tx: PostgresQueries,
  terms: ReadonlySet<string>,
  sample: readonly Candidate[],
  { filter, now, census }: Omit<NeighbourQuery, 'dimensions' | 'seen'>,
): Promise<Map<string, number>> {
  const inSample = new Map(Array.from(terms, (term) => [term, 0]));
  for (const { terms: held } of sample)
    for (const { term } of held) inSample.set(term, inSample.get(term)! + 1);
  const share = census.total / Math.max(1, sample.length);
  const holding = new Map(Array.from(inSample, ([term, rows]) => [term, rows * share]));
  const rare = [...terms]
    .filter((term) => inSample.get(term)! < COMMON_IN_SAMPLE)
    .slice(0, MAX_COUNTED_TERMS);
  if (rare.length === 0) return holding;
  const { values, $ } = sqlValues();
  const counted = await tx.query<{ place: number; holding: number }>(
    `SELECT place, (SELECT count(*) FROM (
         SELECT FROM search_rows WHERE words @@ word::tsquery AND ${passes(filter, now, $)} LIMIT ${MAX_COUNTED}) AS counted
       ) AS holding
     FROM unnest(${$(rare.map(quotedWord))}::text[]) WITH ORDINALITY AS asked (word, place)`,
    values,
  );
  for (const { place, holding: count } of counted) {
    const term = rare[place - 1]!;
    holding.set(term, count < MAX_COUNTED ? count : Math.max(count, holding.get(term)!));
  }
  return holding;
}

export interface WordQuery {
  terms: readonly string[];
  /** Terms of each identifier and phrase: memories that contain all terms of one of them come first. */
  exact: readonly (readonly string[])[];
  /** Number of memories that contain each term. */
  holding: ReadonlyMap<string, number>;
}

/**
 * Returns the keys of the best memories by words, among the memories that the rarer terms and pairs of
 * frequent terms find.
 */
export async function wordCandidates(
  tx: PostgresQueries,
  { terms, exact, holding }: WordQuery,
  limit: number,
  { filter, now, census }: Omit<NeighbourQuery, 'dimensions' | 'seen'>,
): Promise<number[]> {
  const known = terms
    .filter((term) => holding.get(term)! > 0)
    .toSorted((a, b) => holding.get(a)! - holding.get(b)!);
  const together = exact.filter((words) => words.length > 0 && words.every((term) => holding.get(term)! > 0));
  const groups = [...together, ...searchedGroups(known, holding, census.total)];
  if (groups.length === 0) return [];

  const { values, $ } = sqlValues();
  const sumOf = (parts: readonly string[]) => (parts.length === 0 ? '0' : parts.join(' + '));
  const holds = (words: readonly string[]) => `words @@ ${$(allOf(words))}::tsquery`;
  const exactly = sumOf(together.map((words) => `(${holds(words)})::int`));
  const covered = sumOf(
    known.slice(0, MAX_WEIGHED_TERMS).map((term) => {
      const weight = Math.log(1 + census.total / holding.get(term)!);
      return `CASE WHEN ${holds([term])} THEN ${$(weight)}::float8 ELSE 0 END`;
    }),
  );
  const average = $(census.length / census.total || 1);
  const rows = await tx.query<{ key: number }>(
    `SELECT memory_key AS key FROM (
       SELECT memory_key, ${exactly} AS exactly, ${covered} AS covered, body_length + header_length AS length
       FROM search_rows WHERE words @@ ${$(groups.map((words) => `(${allOf(words)})`).join(' | '))}::tsquery
         AND ${passes(filter, now, $)}) AS found
     ORDER BY exactly DESC, covered * covered / (1.54 + 0.36 * length / ${average}::float8) DESC, memory_key DESC
     LIMIT ${$(limit)}`,
    values,
  );
  return rows.map(({ key }) => key);
}

const allOf = (words: readonly string[]): string => words.map(quotedWord).join(' & ');

/**
 * Returns the groups of terms to search: single terms, rarest first, and pairs of terms that are too frequent
 * by themselves.
 */
function searchedGroups(
  rarestFirst: readonly string[],
  holding: ReadonlyMap<string, number>,
  total: number,
): string[][] {
  const groups: string[][] = [];
  let read = 0;
  const add = (group: string[], expected: number): void => {
    if (read + expected > MAX_READ) return;
    read += expected;
    groups.push(group);
  };
  for (const term of rarestFirst) add([term], holding.get(term)!);
  const common = rarestFirst.slice(groups.length, groups.length + PAIRED_TERMS);
  const pairs = common.flatMap((first, at) =>
    common.slice(at + 1).map((second) => ({
      group: [first, second],
      expected: (ATTRACTION * holding.get(first)! * holding.get(second)!) / total,
    })),
  );
  for (const { group, expected } of pairs.toSorted((a, b) => a.expected - b.expected)) add(group, expected);
  return groups;
}
