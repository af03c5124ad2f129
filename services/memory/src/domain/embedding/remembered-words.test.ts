import { expect, it, vi } from 'vitest';
import { createWordEmbedder } from '../../testing/word-embedder.js';
import { cacheWordVectors } from './remembered-words.js';

function counted() {
  const embedder = createWordEmbedder();
  const embedWords = vi.fn(embedder.embedWords);
  return { embedWords, remembered: cacheWordVectors({ embedWords }) };
}

it('asks for a text once, also while it is under way', async () => {
  const { embedWords, remembered } = counted();
  const [a, b] = await Promise.all([remembered.embedWords('x y'), remembered.embedWords('x y')]);
  expect(b).toBe(a);
  expect(await remembered.embedWords('x y')).toBe(a);
  expect(embedWords).toHaveBeenCalledTimes(1);
});

it('keeps no failure, and takes nothing from others when one withdraws', async () => {
  const { embedWords, remembered } = counted();
  const leaving = new AbortController();
  const withdrawn = remembered.embedWords('x', { signal: leaving.signal });
  const other = remembered.embedWords('x');
  leaving.abort(new Error('gone'));
  await expect(withdrawn).rejects.toThrow('gone');
  expect((await other).tokens).toHaveLength(1);
  embedWords.mockRejectedValueOnce(new Error('no'));
  await expect(remembered.embedWords('y')).rejects.toThrow('no');
  expect((await remembered.embedWords('y')).tokens).toHaveLength(1);
});

it('keeps fewer of long texts, so that an audit of them leaves no hundreds of megabytes behind', async () => {
  const vectors = { vector: new Float32Array(384), tokens: [], rows: new Float32Array(500 * 384) };
  const embedWords = vi.fn(async () => vectors);
  const remembered = cacheWordVectors({ embedWords });
  const texts = Array.from({ length: 50 }, (_, at) => `long text ${at}`);
  for (const text of texts) await remembered.embedWords(text);
  await remembered.embedWords(texts.at(-1)!);
  expect(embedWords).toHaveBeenCalledTimes(50);
  await remembered.embedWords(texts[0]!);
  expect(embedWords).toHaveBeenCalledTimes(51);
});
