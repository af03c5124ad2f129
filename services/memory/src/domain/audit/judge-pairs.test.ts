import { AppError } from '@anima/service/errors';
import { expect, it, vi } from 'vitest';
import type { PairJudge } from '../../ports/pair-judge.js';
import { createTableJudge, type TableRow } from '../../testing/table-judge.js';
import type { ComparedText } from './compared-text.js';
import { createJudging } from './judge-pairs.js';
import { createPacer } from './pacer.js';

const textOf = (text: string, decides = true) => ({ text, decides }) as ComparedText;
const near = (a: number, b: number) => ({ a, b, cosine: 0.9 });

function judging(texts: readonly ComparedText[], quick: readonly TableRow[], judge: PairJudge) {
  const pacer = createPacer(new AbortController().signal);
  const table = createTableJudge(quick);
  // What it leaves open hangs on the vectors of words.
  const quickJudge: PairJudge = {
    ...table,
    contradiction: async (...asked) =>
      (await table.contradiction(...asked)).map((verdict) =>
        verdict.answer === 'open' ? { ...verdict, needs: 'words' } : verdict,
      ),
  };
  return createJudging({ quickJudge, judge }, texts, pacer);
}

it('looks for contradictions between decisions only, and takes one for no duplicate', async () => {
  const texts = [textOf('a'), textOf('b'), textOf('a fact', false)];
  const table: TableRow[] = [
    { texts: ['a', 'b'], contradiction: 'value', sameStatement: true },
    { texts: ['a', 'a fact'], contradiction: 'value', sameStatement: true },
  ];
  const { take, finish } = judging(texts, table, createTableJudge([]));
  await take([near(0, 1), near(0, 2)]);
  const { judged, notes } = await finish(() => {});
  expect(judged).toMatchObject([
    { a: 0, b: 1, kind: 'conflict', verdict: { reason: 'value' } },
    { a: 0, b: 2, kind: 'duplicate' },
  ]);
  expect(notes).toEqual([]);
});

it('asks the other judge about what was left open, and waits where its model is busy', async () => {
  const open = (a: string, b: string): TableRow => ({ texts: [a, b], contradiction: 'open' });
  const judge = createTableJudge([{ texts: ['a', 'b'], contradiction: 'negation' }, open('a', 'c')]);
  const contradiction = vi
    .fn(judge.contradiction)
    .mockRejectedValueOnce(new AppError('overloaded', 'Too many texts wait to be embedded'));
  const { take, finish } = judging(
    [textOf('a'), textOf('b'), textOf('c'), textOf('d')],
    [open('a', 'b'), open('a', 'c')],
    { ...judge, contradiction },
  );
  await take([near(0, 1), near(0, 2), near(0, 3)]);
  const { judged, notes } = await finish(() => {});
  expect(judged).toMatchObject([{ a: 0, b: 1, kind: 'conflict' }]);
  expect(notes).toEqual([]);
  expect(contradiction).toHaveBeenCalledTimes(3);
});

it('rejects with the first failure of a judge', async () => {
  const failure = new AppError('unavailable', 'The embedding model failed on this text');
  const judge = { ...createTableJudge([]), contradiction: () => Promise.reject(failure) };
  const { take, finish } = judging(
    [textOf('a'), textOf('b')],
    [{ texts: ['a', 'b'], contradiction: 'open' }],
    judge,
  );
  await take([near(0, 1)]);
  await expect(finish(() => {})).rejects.toBe(failure);
});
