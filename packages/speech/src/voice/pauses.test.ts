import { describe, expect, it } from 'vitest';
import type { SpokenSentence } from '../text/spoken-text.js';
import { pauseAfterMs } from './pauses.js';

const ending = (phonemes: string, pauseMs = 0): SpokenSentence => ({
  charStart: 0,
  charEnd: 0,
  words: [],
  phonemes,
  spans: [],
  pauseMs,
});

describe('pauseMsBehind', () => {
  it.each([
    ['ˈA.', 360],
    ['ˈA?', 400],
    ['ˈA,', 120],
    ['ˈA', 0],
    ['', 0],
    ['ˈA.”', 360],
    ['(ˈA!) ', 360],
  ])('after %s: %i ms', (phonemes, wanted) => {
    expect(pauseAfterMs(ending(phonemes), false, 1)).toBe(wanted);
  });

  it('is longer after a paragraph and shorter at a higher speed, except for requested pauses', () => {
    expect(pauseAfterMs(ending('ˈA.'), true, 1)).toBe(710);
    expect(pauseAfterMs(ending('ˈA.', 300), false, 2)).toBe(480);
  });
});
