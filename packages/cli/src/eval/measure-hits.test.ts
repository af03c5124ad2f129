import { expect, it } from 'vitest';
import type { EvaluationQuery } from './evaluation-set.js';
import { measureHits } from './measure-hits.js';

const hit = (memoryId: string, content: string, text = content) => ({
  ...{ memoryId, content, text },
  ...{ score: 1, semantic: 1, relevance: null },
});
const LONG = 'x'.repeat(9_000);
const hits = [
  hit('1', 'The  roof is RED'),
  hit('2', LONG),
  hit('3', `${LONG} green door`, 'green door'),
  hit('4', 'old'),
];

it.each<[string, Partial<EvaluationQuery>, object]>([
  ['ids', { answers: ['3', '9'] }, { ranks: [3, null], evidence: [0.5, 0.5, 0.5] }],
  ['a list of ids of which one suffices', { answers: [['9', '4']] }, { ranks: [4], evidence: [1, 1, 1] }],
  ['texts in any case', { answer_texts: ['roof is red'] }, { ranks: [1], evidence: [1, 1, 1] }],
  ['a memory that exceeds a budget', { answers: ['2'] }, { ranks: [2], evidence: [0, 0, 1] }],
  ['a text outside the passage', { answer_texts: ['x g'] }, { ranks: [3], evidence: [0, 0, 0] }],
  ['an outdated memory above', { answers: ['4'], stale: ['1'] }, { isStale: true }],
  ['an outdated memory below', { answers: ['1'], stale: ['4'] }, { isStale: false }],
  ['no answers', { answerable: false }, { ranks: [], evidence: [], isAnswerable: false, isStale: null }],
])('measures answers that are %s', (_name, fields, expected) => {
  const query = { id: 'q', query: 'x', ...fields };
  const result = measureHits(query, { hits, answerable: 0.4 }, (id) => id);
  expect(result).toMatchObject({ id: 'q', kind: null, answerable: 0.4, ...expected });
});
