import { expect, it, vi } from 'vitest';
import { createWordEmbedder } from '../../testing/word-embedder.js';
import { rememberWords } from './remembered-words.js';

function counted() {
  const embedder = createWordEmbedder();
  const embedWords = vi.fn(embedder.embedWords);
  return { embedWords, remembered: rememberWords({ embedWords }) };
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
