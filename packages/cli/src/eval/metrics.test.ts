import { describe, expect, it } from 'vitest';
import {
  areaUnderCurve,
  isStale,
  packWithin,
  percentile,
  type QueryResult,
  recallAt,
  reciprocalRank,
  summarise,
  summariseKinds,
  summaryCells,
} from './metrics.js';

it.each([
  [[1], 1, 1],
  [[2], 1, 0],
  [[1, 6, null], 5, 1 / 3],
  [[1, 6, null], 10, 2 / 3],
  [[null], 10, 0],
])('counts the share of answers: ranks %j at %d', (ranks, depth, expected) => {
  expect(recallAt(ranks, depth)).toBeCloseTo(expected);
});

it.each([
  [[3, 2, null], 0.5],
  [[1], 1],
  [[null, null], 0],
])('takes the reciprocal of the first rank: %j', (ranks, expected) => {
  expect(reciprocalRank(ranks)).toBe(expected);
});

it.each([
  ['the answer first', [1], [2], false],
  ['the outdated memory first', [2], [1], true],
  ['one of two answers first', [4, 1], [2], false],
  ['only the outdated memory found', [null], [7], true],
  ['only the answer found', [7], [null], false],
  ['neither found', [null], [null], false],
])('recognises a stale response: %s', (_name, answers, outdated, expected) => {
  expect(isStale(answers, outdated)).toBe(expected);
});

it.each([
  [[0.9, 0.8], [0.1, 0.2], 1],
  [[0.1], [0.9], 0],
  [[0.5], [0.5], 0.5],
  [[0.4, 0.6], [0.5], 0.5],
  [[], [0.5], null],
  [[0.5], [], null],
])('computes the area under the curve: %j against %j', (positives, negatives, expected) => {
  expect(areaUnderCurve(positives, negatives)).toBe(expected);
});

it('packs hits in order and skips hits that exceed the rest of the budget', () => {
  const hits = ['aaaa', 'aaaaaaa', 'aa', 'aaaaa'].map((text, at) => ({
    memoryId: String(at),
    content: '',
    text,
  }));
  const packed = (tokens: number) =>
    packWithin(hits, tokens, (text) => text.length).map((hit) => hit.memoryId);
  expect(packed(6)).toEqual(['0', '2']);
  expect(packed(11)).toEqual(['0', '1']);
  expect(packed(1)).toEqual([]);
});

it('takes percentiles of unsorted values', () => {
  const values = [5, 1, 4, 2, 3];
  expect([percentile(values, 0), percentile(values, 0.5), percentile(values, 0.95)]).toEqual([1, 3, 5]);
});

describe('a summary', () => {
  const result = (fields: Partial<QueryResult>): QueryResult => ({
    ...{ id: 'q', kind: null, isAnswerable: true, ranks: [1], evidence: [1, 1, 1] },
    ...{ isStale: null, answerable: null, latencyMs: 2 },
    ...fields,
  });

  it('takes means over the queries that a measurement concerns', () => {
    const summary = summarise([
      result({ ranks: [1, 20], evidence: [0.5, 0.5, 1], isStale: false, answerable: 0.8, latencyMs: 1 }),
      result({ ranks: [4], evidence: [0, 1, 1], isStale: true, answerable: 0.3, latencyMs: 9 }),
      result({ ranks: [], evidence: [], isAnswerable: false, answerable: 0.5, latencyMs: 5 }),
    ]);
    expect(summary).toEqual({
      ...{ queries: 3, unanswerable: 1 },
      recall_at: { 1: 0.25, 5: 0.75, 10: 0.75 },
      mrr: 0.625,
      evidence_within: { 1000: 0.25, 2000: 0.75, 4000: 1 },
      ...{ stale_rate: 0.5, answerable_auc: 0.5 },
      latency_ms: { p50: 5, p95: 9 },
    });
    expect(summaryCells(summary)).toEqual(
      '3 0.250 0.750 0.750 0.625 0.250 0.750 1.000 0.500 0.500 5.0 9.0'.split(' '),
    );
  });

  it('has null for measurements that concern no query', () => {
    const summary = summarise([result({ ranks: [], evidence: [], isAnswerable: false })]);
    expect(summary).toMatchObject({ recall_at: null, mrr: null, evidence_within: null });
    expect(summary).toMatchObject({ stale_rate: null, answerable_auc: null });
    expect(summaryCells(summary)[1]).toBe('-');
  });

  it('groups queries by kind in the order of the file', () => {
    const kinds = summariseKinds([
      result({ kind: 'date', ranks: [2] }),
      result({}),
      result({ kind: 'name' }),
    ]);
    expect(Object.entries(kinds).map(([kind, { queries, mrr }]) => [kind, queries, mrr])).toEqual([
      ['date', 1, 0.5],
      ['name', 1, 1],
    ]);
  });
});
