import type { MemoryFilter, NewMemory } from '@anima/client';
import { findNodeAtLocation, type JSONPath, type ParseError, parseTree } from 'jsonc-parser';
import { usageError } from '../failure.js';

/** A memory of an evaluation set. `id` is its name in the file, not its id in the service. */
export interface EvaluationMemory
  extends Pick<
    NewMemory,
    'content' | 'importance' | 'tags' | 'speaker' | 'role' | 'conversation_id' | 'occurred_at'
  > {
  id: string;
  type?: NewMemory['type'];
  /** Earlier memories that this memory replaces. */
  supersedes?: string[];
  /** Earlier memories that this memory contradicts. */
  contradicts?: string[];
}

export interface EvaluationQuery {
  id: string;
  query: string;
  /**
   * Ids of the memories that answer the query: ids of the file, or memory ids of the service if the file has no memories. A
   * list within the list is one answer, which each of its memories gives.
   */
  answers?: (string | string[])[];
  /** Texts of which each is contained in a memory that answers the query. */
  answer_texts?: string[];
  /** False if no memory answers the query. */
  answerable?: boolean;
  /** Ids of outdated memories, which must rank below the answers. */
  stale?: string[];
  /** Group of the query in the report. */
  kind?: string;
  /** Time of the query, for dates in it. */
  now?: string;
  time_zone?: string;
  /** Filter of the query, as in `POST /api/v1/recall`. */
  filter?: MemoryFilter;
}

/** Memories and queries. Without memories, the queries are about memories that the service contains. */
export interface EvaluationSet {
  memories: EvaluationMemory[];
  queries: EvaluationQuery[];
  /** Returns the place of a query or memory in the file, for errors: `line 12, memory m3`. */
  placeOf(entry: EvaluationMemory | EvaluationQuery): string;
}

export const MAX_FILE_BYTES = 64 * 1024 * 1024;
/** Limits of one file: the service erases at most so many memories with one call. */
const MAX_MEMORIES = 10_000;
const MAX_QUERIES = 10_000;
const MAX_ID = 200;
const MAX_CONTENT = 1_000_000;
const MAX_QUERY = 8_192;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** A rule of a field: describes the expected value, and whether a value is that. */
interface Rule {
  expected: string;
  accepts(value: unknown): boolean;
}

const text = (max: number): Rule => ({
  expected: `a text of 1 to ${max} characters`,
  accepts: (value) => typeof value === 'string' && value.trim() !== '' && value.length <= max,
});
const oneOf = (...choices: string[]): Rule => ({
  expected: `one of ${choices.join(', ')}`,
  accepts: (value) => choices.includes(value as string),
});
const list = (item: Rule, max: number): Rule => ({
  expected: `a list of at most ${max} items, each ${item.expected}`,
  accepts: (value) => Array.isArray(value) && value.length <= max && value.every(item.accepts),
});
const time: Rule = {
  expected: 'an ISO 8601 date or time, for example 2026-03-01T09:30:00Z',
  accepts: (value) =>
    typeof value === 'string' &&
    /^\d{4}-\d\d-\d\d(?:T.{1,30})?$/.test(value) &&
    !Number.isNaN(Date.parse(value)),
};
const importance: Rule = {
  expected: 'a number from 0 to 1',
  accepts: (value) => typeof value === 'number' && value >= 0 && value <= 1,
};
const isTrueOrFalse: Rule = { expected: 'true or false', accepts: (value) => typeof value === 'boolean' };
const isFilter: Rule = { expected: 'an object with fields of a filter', accepts: (value) => isFields(value) };
const ids = list(text(MAX_ID), 1_000);
const answers: Rule = {
  expected: 'a list of at most 1000 ids, or of lists of ids of which one suffices',
  accepts: (value) =>
    Array.isArray(value) &&
    value.length <= 1_000 &&
    value.every((item) =>
      Array.isArray(item) ? item.length > 0 && ids.accepts(item) : text(MAX_ID).accepts(item),
    ),
};

type Rules<Entry> = Readonly<Record<Exclude<keyof Entry, never>, Rule>>;
const memoryRules: Rules<EvaluationMemory> = {
  id: text(MAX_ID),
  content: text(MAX_CONTENT),
  type: oneOf('decision', 'error', 'pattern', 'entity', 'preference', 'context', 'fact'),
  importance,
  tags: list(text(128), 64),
  speaker: text(128),
  role: oneOf('user', 'assistant', 'tool', 'system'),
  conversation_id: text(128),
  occurred_at: time,
  supersedes: ids,
  contradicts: ids,
};
const queryRules: Rules<EvaluationQuery> = {
  id: text(MAX_ID),
  query: text(MAX_QUERY),
  answers,
  answer_texts: list(text(MAX_CONTENT), 100),
  answerable: isTrueOrFalse,
  stale: ids,
  kind: text(64),
  now: time,
  time_zone: text(64),
  filter: isFilter,
};

type Fields = Record<string, unknown>;

/** An object of the file that is a memory or a query, with its place. */
interface Entry {
  value: unknown;
  kind: 'memory' | 'query';
  /** Path within the document; for lines of JSON, within the line. */
  path: JSONPath;
  line: number | null;
}

/**
 * Reads an evaluation set: a JSON object with `memories` and `queries`, or lines of JSON objects, each with `content` for a
 * memory or `query` for a query.
 * @throws CommandFailure that names the line and the field.
 */
export function parseEvaluationSet(source: string, name: string): EvaluationSet {
  const isLines = /\.(?:jsonl|ndjson)$/i.test(name);
  const entries = isLines ? entriesOfLines(source, name) : entriesOfDocument(source, name);
  const lineOf = ({ line, path }: Entry, field?: string) =>
    line ?? lineAt(source, field === undefined ? path : [...path, field]);
  const fail = (entry: Entry, problem: string, field?: string): never => {
    const id =
      isFields(entry.value) && typeof entry.value.id === 'string' ? ` ${JSON.stringify(entry.value.id)}` : '';
    const subject = `${entry.kind}${id}${field === undefined ? '' : `, field ${field}`}`;
    throw usageError(`${name}, line ${lineOf(entry, field)}, ${subject}: ${problem}`);
  };
  for (const entry of entries) checkFields(entry, fail);

  const memories = entries.filter(({ kind }) => kind === 'memory');
  const queries = entries.filter(({ kind }) => kind === 'query');
  for (const [label, own, max] of [
    ['memories', memories, MAX_MEMORIES],
    ['queries', queries, MAX_QUERIES],
  ] as const)
    if (own.length > max)
      throw usageError(`${name}: Expected at most ${max} ${label}, received ${own.length}`);
  if (queries.length === 0) throw usageError(`${name}: Expected at least one query, received none`);

  const known = new Set<string>();
  for (const entry of memories) {
    const memory = entry.value as EvaluationMemory;
    for (const field of ['supersedes', 'contradicts'] as const)
      for (const id of memory[field] ?? [])
        if (!known.has(id))
          fail(entry, `Expected ids of earlier memories, received ${JSON.stringify(id)}`, field);
    if (known.has(memory.id))
      fail(entry, `Expected a unique id, and an earlier memory has the same id`, 'id');
    known.add(memory.id);
  }
  const places = new Map<unknown, Entry>(entries.map((entry) => [entry.value, entry]));
  for (const [at, entry] of queries.entries()) {
    const query = entry.value as EvaluationQuery;
    const hasAnswers = (query.answers ?? []).length + (query.answer_texts ?? []).length > 0;
    if (query.answerable === false && hasAnswers)
      fail(entry, 'Expected no answers for a query with answerable: false', 'answerable');
    if (query.answerable !== false && !hasAnswers)
      fail(entry, 'Expected answers or answer_texts, or answerable: false', 'answers');
    for (const field of ['answers', 'stale'] as const)
      for (const id of (query[field] ?? []).flat()) {
        if (memories.length > 0 && !known.has(id))
          fail(entry, `Expected ids of memories in this file, received ${JSON.stringify(id)}`, field);
        if (memories.length === 0 && !UUID.test(id))
          fail(
            entry,
            `Expected memory ids of the service (the file has no memories), received ${JSON.stringify(id)}`,
            field,
          );
      }
    if ((query.stale ?? []).length > 0 && !hasAnswers)
      fail(entry, 'Expected answers for a query with outdated memories', 'stale');
    query.id ??= `query ${at + 1}`;
  }
  return {
    memories: memories.map(({ value }) => value as EvaluationMemory),
    queries: queries.map(({ value }) => value as EvaluationQuery),
    placeOf: (value) => {
      const entry = places.get(value)!;
      return `${name}, line ${lineOf(entry)}, ${entry.kind} ${JSON.stringify(value.id)}`;
    },
  };
}

type Fail = (entry: Entry, problem: string, field?: string) => never;

function checkFields(entry: Entry, fail: Fail): void {
  const { value, kind } = entry;
  if (!isFields(value)) throw fail(entry, `Expected a JSON object, received ${shown(value)}`);
  const rules: Readonly<Record<string, Rule>> = kind === 'memory' ? memoryRules : queryRules;
  const required = kind === 'memory' ? ['id', 'content'] : ['query'];
  for (const field of required)
    if (value[field] === undefined) fail(entry, `Expected the field ${field}: ${rules[field]!.expected}`);
  for (const [field, given] of Object.entries(value)) {
    if (!Object.hasOwn(rules, field))
      fail(entry, `Expected only the fields ${Object.keys(rules).join(', ')}`, field);
    const { accepts, expected } = rules[field]!;
    if (!accepts(given)) fail(entry, `Expected ${expected}, received ${shown(given)}`, field);
  }
}

function entriesOfLines(source: string, name: string): Entry[] {
  return source.split('\n').flatMap((written, at): Entry[] => {
    if (written.trim() === '') return [];
    const line = at + 1;
    const value = parseJson(written, () => `${name}, line ${line}`);
    const kind = isFields(value) && value.content !== undefined ? 'memory' : 'query';
    if (!isFields(value) || (value.content === undefined && value.query === undefined))
      throw usageError(
        `${name}, line ${line}: Expected an object with content or query, received ${shown(value)}`,
      );
    return [{ value, kind, path: [], line }];
  });
}

function entriesOfDocument(source: string, name: string): Entry[] {
  const value = parseJson(source, () => {
    const errors: ParseError[] = [];
    parseTree(source, errors, { disallowComments: true });
    return `${name}, line ${lineOfOffset(source, errors[0]?.offset ?? 0)}`;
  });
  if (!isFields(value))
    throw usageError(`${name}: Expected an object with queries, received ${shown(value)}`);
  for (const key of Object.keys(value))
    if (key !== 'memories' && key !== 'queries')
      throw usageError(
        `${name}, line ${lineAt(source, [key])}, field ${key}: Expected only memories and queries`,
      );
  return (['memories', 'queries'] as const).flatMap((key) => {
    const items = value[key] ?? [];
    if (!Array.isArray(items))
      throw usageError(
        `${name}, line ${lineAt(source, [key])}, field ${key}: Expected a list, received ${shown(items)}`,
      );
    const kind = key === 'memories' ? 'memory' : 'query';
    return items.map((item, at): Entry => ({ value: item, kind, path: [key, at], line: null }));
  });
}

function parseJson(source: string, place: () => string): unknown {
  try {
    return JSON.parse(source);
  } catch (error) {
    throw usageError(`${place()}: Expected JSON: ${(error as Error).message}`);
  }
}

/** Returns the line of a value in a JSON document. Parses the document again, and is used for errors only. */
function lineAt(source: string, path: JSONPath): number {
  const tree = parseTree(source);
  let node = tree;
  for (let length = path.length; length > 0 && tree !== undefined; length--) {
    node = findNodeAtLocation(tree, path.slice(0, length));
    if (node !== undefined) break;
  }
  return lineOfOffset(source, (node ?? tree)?.offset ?? 0);
}

function lineOfOffset(source: string, offset: number): number {
  let line = 1;
  for (let at = source.indexOf('\n'); at !== -1 && at < offset; at = source.indexOf('\n', at + 1)) line++;
  return line;
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function shown(value: unknown): string {
  const written = JSON.stringify(value) ?? 'nothing';
  return written.length > 80 ? `${written.slice(0, 77)}...` : written;
}
