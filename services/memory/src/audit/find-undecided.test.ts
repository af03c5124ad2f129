import { AppError } from '@anima/service/errors';
import { expect, it, vi } from 'vitest';
import { createTableJudge, type TableRow } from '../testing/table-judge.js';
import type { ComparedText } from './compared-text.js';
import { findUndecided, type Judges } from './find-undecided.js';
import { createPacer } from './pacer.js';

const textOf = (text: string, decides = true) => ({ text, decides }) as ComparedText;
const texts = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((text) => textOf(text));
const near = (a: number, b: number, cosine: number) => ({ a, b, cosine });
const open = (...pair: [string, string]): TableRow => ({ texts: pair, contradiction: 'open' });
const abort = new AbortController();

function ask(
  table: readonly TableRow[],
  pairs: readonly ReturnType<typeof near>[],
  options: Partial<Judges> & { limit?: number; settled?: string[]; texts?: ComparedText[] } = {},
) {
  const rules = createTableJudge(table, 'rules');
  const judges = {
    quickJudge: rules,
    modelJudge: null,
    modelBudget: { pairs: 10, seconds: 60 },
    ...options,
  };
  const isSettled = (a: number, b: number) => (options.settled ?? []).includes(`${a}/${b}`);
  const wanted = { limit: options.limit ?? 10, isSettled };
  const pacer = createPacer(abort.signal);
  return findUndecided(judges, options.texts ?? texts, pairs, wanted, pacer, () => {});
}

const placesOf = ({ open }: Awaited<ReturnType<typeof ask>>) =>
  open.map(({ pair: { places } }) => [places.a, places.b]);

it('lists pairs that the rules leave open, the most outstanding first, without settled pairs', async () => {
  const table = [open('a', 'b'), open('a', 'c'), open('b', 'c'), { ...open('c', 'd'), sameStatement: true }];
  const pairs = [near(0, 1, 0.6), near(0, 2, 0.9), near(1, 2, 0.7), near(2, 3, 0.95), near(3, 4, 0.99)];
  const found = await ask(table, pairs, { settled: ['1/2'] });
  expect(placesOf(found)).toEqual([
    [0, 2],
    [0, 1],
  ]);
  expect(found.open[0]).toMatchObject({ why: 'the table leaves it open', pair: { cosine: 0.9 } });
  expect(found.judged).toMatchObject([{ a: 2, b: 3, kind: 'duplicate', verdict: { by: 'rules' } }]);
  expect(found.notes).toEqual([]);
});

it('lists the five nearest pairs of each text, up to the limit', async () => {
  const table = texts.slice(1).map(({ text }) => open('a', text));
  const pairs = texts.slice(1).map((_, at) => near(0, at + 1, 0.9 - at / 100));
  // Text a is the nearest of every other text, so all seven pairs are among the nearest five of at least one
  // text.
  expect(placesOf(await ask(table, pairs))).toHaveLength(7);
  const crowd = [1, 2, 3, 4, 5, 6].flatMap((at) => [near(at, 7, 0.99 - at / 1000), near(at, 8, 0.98)]);
  const others = [9, 10, 11, 12].flatMap((far) => [1, 2, 3, 4, 5, 6].map((at) => near(at, far, 0.95)));
  const many = Array.from({ length: 13 }, (_, at) => textOf(`text ${at}`));
  const all = many.flatMap((one) => many.map((other) => open(one.text, other.text)));
  const found = await ask(all, [...crowd, ...others, near(1, 2, 0.5)], { texts: many, limit: 200 });
  expect(placesOf(found)).not.toContainEqual([1, 2]);
  const few = await ask(table, pairs, { limit: 3 });
  expect(placesOf(few)).toHaveLength(3);
  expect(few.notes).toEqual([expect.stringContaining('the next audit lists the next ones')]);
});

it('leaves a conflict of two facts undecided', async () => {
  const facts = [textOf('a', false), textOf('b', false)];
  const { open, judged } = await ask([{ texts: ['a', 'b'], contradiction: 'value' }], [near(0, 1, 0.8)], {
    texts: facts,
  });
  expect(open).toMatchObject([{ why: 'the table says so' }]);
  expect(judged).toEqual([]);
});

it('lets the model judge the remaining pairs within its budget', async () => {
  const pairs = [near(0, 1, 0.9), near(0, 2, 0.8), near(0, 3, 0.7), near(0, 4, 0.6)];
  const table = ['b', 'c', 'd', 'e'].map((text) => open('a', text));
  const known: TableRow[] = [
    { texts: ['a', 'b'], contradiction: 'judged' },
    { texts: ['a', 'c'], sameStatement: true },
    open('a', 'e'),
  ];
  const found = await ask(table, pairs, { modelJudge: createTableJudge(known) });
  expect(found.judged).toMatchObject([
    { a: 0, b: 1, kind: 'conflict', confidence: 0.9, verdict: { by: 'model:table' } },
    { a: 0, b: 2, kind: 'duplicate' },
  ]);
  expect(placesOf(found)).toEqual([[0, 4]]);
  const modelJudge = createTableJudge(known);
  const modelBudget = { pairs: 2, seconds: 60 };
  const two = await ask(table, pairs, { modelJudge, modelBudget });
  expect(placesOf(two)).toEqual([
    [0, 3],
    [0, 4],
  ]);
  expect(two.notes).toEqual([expect.stringContaining('asked about 2 pairs')]);
  // Cached judgements use no budget, so the next audit continues with the next pairs.
  expect(placesOf(await ask(table, pairs, { modelJudge, modelBudget }))).toEqual([[0, 4]]);
});

it('leaves all pairs undecided if the model fails, and stops if the audit is aborted', async () => {
  const modelJudge = createTableJudge([]);
  const fails = vi
    .spyOn(modelJudge, 'contradiction')
    .mockRejectedValue(new AppError('unavailable', 'No answer'));
  const table = [open('a', 'b'), open('a', 'c')];
  const pairs = Array.from({ length: 2 }, (_, at) => near(0, at + 1, 0.9));
  const found = await ask(table, pairs, { modelJudge });
  expect(placesOf(found)).toHaveLength(2);
  expect(found.notes).toEqual(['The model that judges could not be asked: No answer']);
  fails.mockImplementation(async () => {
    abort.abort(new Error('stopping'));
    throw new Error('aborted');
  });
  await expect(ask(table, pairs, { modelJudge })).rejects.toThrow('stopping');
});
