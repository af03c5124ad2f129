import { describe, expect, it } from 'vitest';
import { parseEvaluationSet } from './evaluation-set.js';

const memory = { id: 'm1', content: 'We deploy on Fridays' };
const query = { query: 'When do we deploy?', answers: ['m1'] };
const ID = '01a20559-927a-7922-ac04-0725237f6317';

const parse = (document: unknown) => parseEvaluationSet(JSON.stringify(document, null, 1), 'set.json');
const problemOf = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    return (error as Error).message;
  }
  return 'no error';
};

describe('a set of queries', () => {
  it('is a document, or lines of memories and queries', () => {
    const lines = [memory, '', { ...query, kind: 'date' }].map((each) =>
      each === '' ? '' : JSON.stringify(each),
    );
    const fromLines = parseEvaluationSet(lines.join('\n'), 'set.jsonl');
    const fromDocument = parse({ memories: [memory], queries: [{ ...query, kind: 'date' }] });
    expect(fromLines.memories).toEqual([memory]);
    expect(fromLines.queries).toEqual([{ ...query, kind: 'date', id: 'query 1' }]);
    expect([fromDocument.memories, fromDocument.queries]).toEqual([fromLines.memories, fromLines.queries]);
    expect(fromLines.placeOf(fromLines.queries[0]!)).toBe('set.jsonl, line 3, query "query 1"');
    expect(fromDocument.placeOf(fromDocument.memories[0]!)).toBe('set.json, line 3, memory "m1"');
  });

  it('accepts every field', () => {
    const full = {
      ...memory,
      ...{ type: 'decision', importance: 0, tags: ['a'], speaker: 'Ada', role: 'user' },
      ...{ conversation_id: 'c', occurred_at: '2026-03-01', supersedes: [], contradicts: [] },
    };
    const later = { ...memory, id: 'm2', supersedes: ['m1'], contradicts: ['m1'] };
    const fullQuery = {
      filter: { tags: ['a'] },
      ...query,
      id: 'q',
      stale: ['m2'],
      now: '2026-03-01T09:30:00Z',
      time_zone: 'UTC',
      kind: 'k',
    };
    const unknown = { query: 'Who is Bo?', answerable: false };
    const set = parse({ memories: [full, later], queries: [fullQuery, unknown] });
    expect(set).toMatchObject({ memories: [full, later], queries: [fullQuery, unknown] });
  });

  it('needs no memories: then answers are memory ids of the service, or texts', () => {
    const set = parse({
      queries: [
        { ...query, answers: [ID] },
        { query: 'q', answer_texts: ['Fridays'] },
      ],
    });
    expect(set.memories).toEqual([]);
  });
});

describe('a bad file', () => {
  const withQuery = (fields: object) => ({ memories: [memory], queries: [{ ...query, ...fields }] });
  const withMemory = (fields: object) => ({ memories: [memory, { ...memory, ...fields }], queries: [query] });
  it.each([
    ['no object', [], 'set.json: Expected an object with queries, received []'],
    ['no queries', { memories: [memory] }, 'Expected at least one query, received none'],
    [
      'another key',
      { queries: [query], query: 1 },
      'line 10, field query: Expected only memories and queries',
    ],
    ['no list', { queries: query }, 'line 2, field queries: Expected a list, received {"query"'],
    ['a query that is a text', { queries: ['x'] }, 'line 3, query: Expected a JSON object, received "x"'],
    ['no text of a query', { queries: [{ id: 'q' }] }, 'line 3, query "q": Expected the field query: a text'],
    [
      'an unknown field',
      withQuery({ answer: 'm1' }),
      'line 14, query, field answer: Expected only the fields id, query,',
    ],
    [
      'an empty query',
      withQuery({ query: ' ' }),
      'line 10, query, field query: Expected a text of 1 to 8192',
    ],
    ['a wrong time', withQuery({ now: 'Tuesday' }), 'field now: Expected an ISO 8601 date or time'],
    [
      'an empty answer',
      withQuery({ answers: [[]] }),
      'field answers: Expected a list of at most 1000 ids, or of',
    ],
    [
      'a filter that is a text',
      withQuery({ filter: 'x' }),
      'field filter: Expected an object with fields of a filter',
    ],
    ['no boolean', withQuery({ answerable: 0 }), 'field answerable: Expected true or false, received 0'],
    [
      'an unknown answer',
      withQuery({ answers: ['m7'] }),
      'field answers: Expected ids of memories in this file, received "m7"',
    ],
    [
      'an unknown outdated memory',
      withQuery({ stale: ['m7'] }),
      'field stale: Expected ids of memories in this file',
    ],
    [
      'answers without an answer',
      withQuery({ answerable: false }),
      'Expected no answers for a query with answerable: false',
    ],
    ['no answers', withQuery({ answers: [] }), 'Expected answers or answer_texts, or answerable: false'],
    [
      'an id of no memory',
      { queries: [query] },
      'Expected memory ids of the service (the file has no memories), received "m1"',
    ],
    ['the same id twice', withMemory({}), 'line 8, memory "m1", field id: Expected a unique id'],
    [
      'an unknown type',
      withMemory({ id: 'b', type: 'rumour' }),
      'field type: Expected one of decision, error,',
    ],
    [
      'a wrong importance',
      withMemory({ id: 'b', importance: 2 }),
      'Expected a number from 0 to 1, received 2',
    ],
    [
      'tags that are a text',
      withMemory({ id: 'b', tags: 'x' }),
      'field tags: Expected a list of at most 64 items',
    ],
    [
      'a later superseded memory',
      withMemory({ id: 'b', supersedes: ['c'] }),
      'field supersedes: Expected ids of earlier memories, received "c"',
    ],
  ])('is rejected with its line and field: %s', (_name, document, problem) => {
    expect(problemOf(() => parse(document))).toContain(problem);
  });

  it.each([
    ['set.json', '{"queries": [\n{"query": "x",}\n]}', 'set.json, line 2: Expected JSON: '],
    ['set.jsonl', '{"query": "x", "answerable": false}\n{"query": \n', 'set.jsonl, line 2: Expected JSON: '],
    ['set.jsonl', '{"text": "x"}', 'set.jsonl, line 1: Expected an object with content or query'],
    [
      'set.jsonl',
      '{"query": "x", "answerable": false}\n[1]',
      'set.jsonl, line 2: Expected an object with content',
    ],
    [
      'set.jsonl',
      '{"id": "a", "content": 5}',
      'set.jsonl, line 1, memory "a", field content: Expected a text',
    ],
    ['set.json', '', 'set.json, line 1: Expected JSON: '],
  ])('is rejected with its line: %s %j', (name, source, problem) => {
    expect(problemOf(() => parseEvaluationSet(source, name))).toContain(problem);
  });

  it('has at most 10,000 queries', () => {
    const queries = Array.from({ length: 10_001 }, () => ({ query: 'x', answerable: false }));
    expect(problemOf(() => parse({ queries }))).toBe(
      'set.json: Expected at most 10000 queries, received 10001',
    );
  });
});
