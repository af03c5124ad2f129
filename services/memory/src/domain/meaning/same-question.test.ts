import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOnnxEmbedder, type OnnxEmbedder } from '../../adapters/onnx/onnx-embedder.js';
import { HIT_THRESHOLDS } from '../cache/strictness.js';
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
  describeText(text, await embedder.embedWords(text), bgeSmall.words.vocabulary);
const judge = (a: DescribedText, b: DescribedText) => judgeSameQuestion(a, b, bgeSmall.words);
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

const NORMAL = HIT_THRESHOLDS.normal;

describe('judgeSameQuestion', () => {
  it('falls into no trap', async () => {
    const traps = readPairs('cache-traps.json');
    const verdicts = await judgeAll(traps);
    expect(traps.length).toBeGreaterThanOrEqual(300);
    expect(traps.filter((_, at) => verdicts[at]!.sureness >= NORMAL)).toEqual([]);
  });

  it('knows at least two plain paraphrases of three', async () => {
    const pairs = readPairs('cache-paraphrases.json');
    const verdicts = await judgeAll(pairs);
    const missed = pairs.filter((_, at) => verdicts[at]!.sureness < NORMAL);
    expect(pairs.length).toBeGreaterThanOrEqual(60);
    expect(missed.length, JSON.stringify(missed)).toBeLessThanOrEqual(pairs.length / 3);
  });

  it('is symmetric', async () => {
    const [a, b] = await Promise.all(
      ['How do I boil eggs?', 'What is the best way to boil eggs, please?'].map(describeReal),
    );
    expect(judge(a!, b!).sureness).toBeCloseTo(judge(b!, a!).sureness, 6);
    expect(judge(a!, b!).sureness).toBeGreaterThanOrEqual(NORMAL);
    expect(judge(a!, a!)).toEqual({ sureness: 1, reasons: ['the same words'] });
  });

  it('says which words stand for which, and what stands alone', async () => {
    const big = await judgeReal({
      a: 'How do I find the largest file?',
      b: 'How do I find the biggest file?',
    });
    expect(big.reasons).toEqual([
      expect.stringMatching(/^'largest' stands for 'biggest' \((?:0\.[89]\d|1\.00)\)$/),
    ]);
    const one = await judgeReal({ a: 'How do I boil eggs?', b: 'How do I boil quail eggs?' });
    expect(one.reasons).toEqual([expect.stringMatching(/^'quail' stands in one of them alone/)]);
    const order = await judgeReal({ a: 'Redis in Docker, how?', b: 'How, in Docker, Redis?' });
    expect(order).toEqual({ sureness: 1, reasons: ['the same words in another order or form'] });
  });

  it('names the difference', async () => {
    expect(await judgeReal({ a: 'How do I mount a volume?', b: 'How do I unmount a volume?' })).toEqual({
      sureness: 0,
      reasons: ["antonym: 'mount' against 'unmount'"],
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
    expect(judge(one!, same!).sureness).toBe(1);
    expect(judge(one!, other!).sureness).toBeLessThan(HIT_THRESHOLDS.loose);
  });
});
