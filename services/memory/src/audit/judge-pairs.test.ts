import { expect, it } from 'vitest';
import { createTableJudge, type TableRow } from '../testing/table-judge.js';
import type { ComparedText } from './compared-text.js';
import { createJudging } from './judge-pairs.js';
import { createPacer } from './pacer.js';

const textOf = (text: string, decides = true) => ({ text, decides }) as ComparedText;
const near = (a: number, b: number) => ({ a, b, cosine: 0.9 });
const pacer = createPacer(new AbortController().signal);

it('finds contradictions only between decisions and does not report them as duplicates', async () => {
  const texts = [textOf('a'), textOf('b'), textOf('a fact', false)];
  const table: TableRow[] = [
    { texts: ['a', 'b'], contradiction: 'value', sameStatement: true },
    { texts: ['a', 'a fact'], contradiction: 'value', sameStatement: true },
  ];
  const judging = createJudging(createTableJudge(table), texts, pacer);
  await judging.take([near(0, 2)]);
  await judging.take([near(0, 1)]);
  expect(judging.judged()).toMatchObject([
    { a: 0, b: 1, kind: 'conflict', verdict: { reason: 'value' } },
    { a: 0, b: 2, kind: 'duplicate' },
  ]);
});

it('rejects if the judge fails', async () => {
  const failure = new Error('gone');
  const judge = { ...createTableJudge([]), contradiction: () => Promise.reject(failure) };
  const judging = createJudging(judge, [textOf('a'), textOf('b')], pacer);
  await expect(judging.take([near(0, 1)])).rejects.toBe(failure);
});
