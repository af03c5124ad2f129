import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOnnxEmbedder, type OnnxEmbedder } from '../../adapters/onnx/onnx-embedder.js';
import { bgeSmall } from '../calibration/bge-small-en-v1.5-int8.js';
import { type DescribedText, describeText } from './describe-text.js';
import { judgeSameQuestion } from './same-question.js';

interface Pair {
  readonly a: string;
  readonly b: string;
}

const readPairs = (name: string): Pair[] =>
  JSON.parse(readFileSync(new URL(`../../../fixtures/meaning/${name}`, import.meta.url), 'utf8'));

let embedder: OnnxEmbedder;
const describeReal = async (text: string): Promise<DescribedText> =>
  describeText(text, await embedder.embedWords(text), bgeSmall.vocabulary);
const judge = (a: DescribedText, b: DescribedText, score = bgeSmall.questions.score) =>
  judgeSameQuestion(a, b, { ...bgeSmall.questions, score });
const judgeReal = async ({ a, b }: Pair) => judge(await describeReal(a), await describeReal(b));

beforeAll(async () => {
  embedder = await createOnnxEmbedder({ model: 'bge-small-en-v1.5-int8', workers: 2 });
});
afterAll(() => embedder.close());

/** In rows of a few, because the embedder refuses more than its queue holds. */
async function judgeAll(pairs: readonly Pair[]) {
  const verdicts = [];
  for (let at = 0; at < pairs.length; at += 8) {
    verdicts.push(...(await Promise.all(pairs.slice(at, at + 8).map(judgeReal))));
  }
  return verdicts;
}

describe('judgeSameQuestion', () => {
  it('falls into no trap', async () => {
    const traps = readPairs('cache-traps.json');
    const verdicts = await judgeAll(traps);
    expect(traps.length).toBeGreaterThanOrEqual(300);
    expect(traps.filter((_, at) => verdicts[at]!.same)).toEqual([]);
  });

  it('knows at least nine plain paraphrases of ten', async () => {
    const pairs = readPairs('cache-paraphrases.json');
    const verdicts = await judgeAll(pairs);
    const missed = pairs.filter((_, at) => !verdicts[at]!.same);
    expect(pairs.length).toBeGreaterThanOrEqual(60);
    expect(missed.length, JSON.stringify(missed)).toBeLessThanOrEqual(pairs.length / 10);
  });

  it('is symmetric, and moves with its threshold', async () => {
    const [a, b] = await Promise.all(
      ['How do I boil eggs?', 'What is the best way to boil eggs?'].map(describeReal),
    );
    const verdict = judge(a!, b!);
    expect(verdict).toEqual({ ...judge(b!, a!), score: expect.closeTo(verdict.score, 6) });
    expect(verdict.same).toBe(true);
    expect(judge(a!, b!, 1).same).toBe(false);
    expect(judge(a!, a!, 1)).toEqual({ same: true, score: 1, differences: [] });
  });

  it('names the difference', async () => {
    const verdict = await judgeReal({ a: 'How do I mount a volume?', b: 'How do I unmount a volume?' });
    expect(verdict).toEqual({
      same: false,
      score: 0,
      differences: [{ kind: 'antonym', left: ['mount'], right: ['unmount'] }],
    });
  });

  it.each([
    ['nothing', ''],
    ['signs alone', '?!'],
    ['emoji', '👩‍👩‍👧 🎉 or 🇩🇪?'],
    ['no spaces between words', '東京の天気はどうですか'],
    ['code', 'for (let i = 0; i < n; i++) { a[i] ??= b?.c ?? `d`; }'],
    ['addresses', 'https://example.org/a/b?c=d&e=%20f#g and file:///etc/hosts'],
    ['half a surrogate pair', 'broken \ud83d emoji'],
    ['64 KiB of words', 'the quick brown fox '.repeat(3277)],
    ['64 KiB without a space', 'x'.repeat(65_536)],
    ['64 KiB of signs', '+-'.repeat(32_768)],
    ['64 KiB of Chinese', '天'.repeat(21_845)],
  ])('takes %s: the same as itself, another than with a word more', async (_name, text) => {
    const [one, same, other] = await Promise.all([text, text, `${text} tiger`].map(describeReal));
    expect(judge(one!, same!).same).toBe(true);
    expect(judge(one!, other!).same).toBe(false);
  });
});
