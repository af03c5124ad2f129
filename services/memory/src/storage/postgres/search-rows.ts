import type { PostgresQueries } from '@anima/service/postgres';
import { conversationKey } from '../../memory/conversation/conversation-key.js';
import type { Memory, MemoryVectors } from '../../memory/memory.js';
import type { StoredMemory } from '../../memory/memory-store.js';
import { describeTurn } from '../../search/ranking/describe-turn.js';
import { analyseText } from '../../search/text/analyse-text.js';
import { writeWordVector } from './word-vector.js';

/** Columns that can change without the text. */
const CHANGEABLE = [
  'project_key',
  'type',
  'importance',
  'tags',
  'shared_with_all',
  'shared_with',
  'archived',
  'expires_at',
  'conversation',
] as const;
const OF_TEXT = ['occurred_at', 'speaker', 'facts', 'body_length', 'header_length', 'words'] as const;
const ALL = ['memory_key', 'source_agent', 'created_at', ...CHANGEABLE, ...OF_TEXT];

const GIVEN = `
  (SELECT given.*, projects.project_key FROM json_to_recordset($1::json) AS given (
     memory_key bigint, project text, type text, importance double precision, tags text[], source_agent text,
     shared_with_all boolean, shared_with text[], archived boolean, expires_at bigint, created_at bigint,
     occurred_at bigint, conversation text, speaker text, facts integer, body_length integer, header_length integer,
     words tsvector)
   LEFT JOIN projects ON projects.project_id = given.project) AS given`;

const setting = (columns: readonly string[], from: string): string =>
  columns.map((column) => `${column} = ${from}.${column}`).join(', ');

const WRITE = `
  INSERT INTO search_rows (${ALL.join(', ')}) SELECT ${ALL.join(', ')} FROM ${GIVEN}
  ON CONFLICT (memory_key) DO UPDATE SET ${setting([...CHANGEABLE, ...OF_TEXT], 'excluded')}`;
const CHANGE = `
  UPDATE search_rows SET ${setting(CHANGEABLE, 'given')} FROM ${GIVEN}
  WHERE search_rows.memory_key = given.memory_key`;

/** Removes the old windows of memories with a new text. */
const FORGET_WINDOWS = 'DELETE FROM search_windows WHERE memory_key = ANY ($1::bigint[])';
const WRITE_WINDOWS = `
  INSERT INTO search_windows (memory_key, number, vector)
  SELECT key, number, vector::halfvec FROM unnest($1::bigint[], $2::smallint[], $3::text[]) AS given (key, number, vector)`;

/** Updates the search data of new and changed memories, in their transaction. */
export async function writeSearchRows(tx: PostgresQueries, changed: readonly StoredMemory[]): Promise<void> {
  const texts = changed.flatMap(({ memory, vectors }) => (vectors === null ? [] : [{ memory, vectors }]));
  const others = changed.filter(({ vectors }) => vectors === null);
  if (others.length > 0)
    await tx.query(CHANGE, [JSON.stringify(others.map(({ memory }) => changeableColumns(memory)))]);
  if (texts.length === 0) return;
  await tx.query(WRITE, [JSON.stringify(texts.map(({ memory }) => allColumns(memory)))]);
  await tx.query(FORGET_WINDOWS, [texts.map(({ memory }) => memory.key)]);
  const windows = texts.flatMap(({ memory, vectors }) => windowsOf(memory.key, vectors));
  await tx.query(WRITE_WINDOWS, [
    windows.map(({ key }) => key),
    windows.map(({ number }) => number),
    windows.map(({ vector }) => vectorText(vector)),
  ]);
}

function changeableColumns(memory: Memory) {
  const { sharedWith } = memory;
  return {
    memory_key: memory.key,
    project: memory.project?.projectId ?? null,
    type: memory.type,
    importance: memory.importance,
    tags: memory.tags,
    shared_with_all: sharedWith === 'all',
    shared_with: sharedWith === 'all' ? [] : sharedWith,
    archived: memory.archivedAt !== null,
    expires_at: memory.expiresAt,
    conversation: conversationKey(memory),
  };
}

function allColumns(memory: Memory) {
  return {
    ...changeableColumns(memory),
    source_agent: memory.sourceAgent,
    created_at: memory.createdAt,
    occurred_at: memory.occurredAt ?? memory.createdAt,
    speaker: memory.speaker,
    ...analysedColumns(memory),
  };
}

const REWRITE = `
  UPDATE search_rows SET facts = given.facts, body_length = given.body_length, header_length = given.header_length,
    words = given.words
  FROM json_to_recordset($1::json) AS given (memory_key bigint, facts integer, body_length integer,
    header_length integer, words tsvector)
  WHERE search_rows.memory_key = given.memory_key`;

/** Writes the results of the text analysis for existing memories. */
export async function writeTextColumns(tx: PostgresQueries, memories: readonly Memory[]): Promise<void> {
  const rows = memories.map((memory) => ({ memory_key: memory.key, ...analysedColumns(memory) }));
  await tx.query(REWRITE, [JSON.stringify(rows)]);
}

function analysedColumns(memory: Memory) {
  const { facts, header } = describeTurn(memory);
  const bodyTerms = analyseText(memory.content);
  const headerTerms = analyseText(header);
  return {
    facts,
    body_length: bodyTerms.length,
    header_length: headerTerms.length,
    words: writeWordVector(bodyTerms, headerTerms),
  };
}

/** Number of the window that contains a turn and the previous turn. */
export const CONTEXT_WINDOW = -1;

function windowsOf(key: number, { content, context }: MemoryVectors) {
  const windows = content.map((vector, number) => ({ key, number, vector }));
  return context === null ? windows : [...windows, { key, number: CONTEXT_WINDOW, vector: context }];
}

/** Formats a vector for pgvector with six decimal places, more than half precision has for a unit vector. */
export const vectorText = (vector: Float32Array): string =>
  `[${Array.from(vector, (value) => Math.round(value * 1e6) / 1e6).join(',')}]`;
