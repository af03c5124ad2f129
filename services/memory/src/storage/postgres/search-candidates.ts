import type { PostgresQueries } from '@anima/service/postgres';
import type { Candidate, HeldTerm } from '../../search/candidates/candidate-source.js';
import type { SearchFilter } from '../../search/search-filter.js';
import { passes } from './search-filter-sql.js';
import { CONTEXT_WINDOW, vectorText } from './search-rows.js';
import { indexedVector } from './search-schema.js';
import { sqlValues } from './sql-values.js';
import { readWordVector, storedTerm } from './word-vector.js';

export interface CandidateQuery {
  /** All terms of the query, including the terms of its identifiers and phrases. */
  terms: ReadonlySet<string>;
  vector: Float32Array | null;
  dimensions: number;
}

interface CandidateRow extends Omit<Candidate, 'terms' | 'context' | 'before' | 'after'> {
  context: number | null;
  words: string;
  around: [number[], number[]] | null;
}

const neighbourTurns = (comparison: '<' | '>', order: 'DESC' | 'ASC'): string =>
  `ARRAY(SELECT memory_key FROM search_rows WHERE conversation = found.conversation
     AND memory_key ${comparison} found.memory_key ORDER BY memory_key ${order} LIMIT 2)`;

/** Reads the memories with these keys (null: all) that pass the filter, with the data for their ranking. */
export async function readCandidates(
  tx: PostgresQueries,
  keys: readonly number[] | null,
  filter: SearchFilter,
  now: number,
  { terms, vector, dimensions }: CandidateQuery,
): Promise<Candidate[]> {
  if (keys?.length === 0) return [];
  const { values, $ } = sqlValues();
  const chosen = keys === null ? '' : `memory_key = ANY (${$(keys)}::bigint[]) AND`;
  const cosine =
    vector === null ? '' : `-(${indexedVector(dimensions)} <#> ${$(vectorText(vector))}::halfvec)`;
  const rows = await tx.query<CandidateRow>(
    `SELECT memory_key AS key, conversation, speaker, occurred_at AS "occurredAt", created_at AS "createdAt",
       importance, facts, body_length AS "bodyLength", header_length AS "headerLength", words::text,
       CASE WHEN conversation IS NOT NULL THEN
         json_build_array(${neighbourTurns('<', 'DESC')}, ${neighbourTurns('>', 'ASC')}) END AS around,
       ${vector === null ? '0 AS cosine, NULL AS context' : 'near.cosine, near.context'}
     FROM (SELECT * FROM search_rows WHERE ${chosen} ${passes(filter, now, $)}) AS found
     ${
       vector === null
         ? ''
         : `LEFT JOIN LATERAL (
              SELECT max(${cosine}) FILTER (WHERE number <> ${CONTEXT_WINDOW}) AS cosine,
                max(${cosine}) FILTER (WHERE number = ${CONTEXT_WINDOW}) AS context
              FROM search_windows AS beside
              WHERE beside.memory_key = found.memory_key AND vector_dims(vector) = ${dimensions}) AS near ON true`
     }`,
    values,
  );
  const stored = new Map(Array.from(terms, (term) => [storedTerm(term), term]));
  return rows.map((row) => ({
    key: row.key,
    conversation: row.conversation,
    speaker: row.speaker,
    occurredAt: row.occurredAt,
    createdAt: row.createdAt,
    importance: row.importance,
    facts: row.facts,
    bodyLength: row.bodyLength,
    headerLength: row.headerLength,
    cosine: row.cosine ?? 0,
    context: row.context ?? Number.NaN,
    terms: heldTerms(row.words, stored),
    before: row.around?.[0] ?? [],
    after: row.around?.[1] ?? [],
  }));
}

function heldTerms(words: string, asked: ReadonlyMap<string, string>): HeldTerm[] {
  const held: HeldTerm[] = [];
  if (asked.size === 0) return held;
  readWordVector(words, (stored, body, header) => {
    const term = asked.get(stored);
    if (term !== undefined) held.push({ term, body, header });
  });
  return held;
}
