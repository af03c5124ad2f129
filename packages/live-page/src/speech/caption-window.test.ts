import { describe, expect, it } from 'vitest';
import { captionAt } from './caption-window.js';

const around = (text: string, word: string) =>
  captionAt(text, text.indexOf(word), text.indexOf(word) + word.length);

describe('captions', () => {
  it('show the sentence of the word', () => {
    expect(around('It cost 3.50 pounds. Was it dear? Yes.', 'it')).toEqual({
      heard: 'Was ',
      now: 'it',
      coming: ' dear?',
    });
    expect(around('It cost 3.50 pounds. Was it dear?', '3.50')).toMatchObject({
      heard: 'It cost ',
      coming: ' pounds.',
    });
    expect(around('one\ntwo\nthree', 'two')).toEqual({ heard: '', now: 'two', coming: '' });
  });

  it('show two lines of a long one, with the word among them', () => {
    const words = Array.from({ length: 300 }, (_, index) => `word${index}`).join(' ');
    for (const word of ['word0 ', 'word57', 'word199', 'word299']) {
      const { heard, now, coming } = around(words, word);
      expect(now).toBe(word);
      expect(`${heard}${now}${coming}`.length).toBeLessThanOrEqual(121);
    }
    expect(around('x'.repeat(5_000), 'x'.repeat(5_000)).now).toHaveLength(5_000);
  });
});
