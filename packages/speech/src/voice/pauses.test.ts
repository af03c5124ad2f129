import { describe, expect, it } from 'vitest';
import type { SpokenSentence } from '../spoken-text.js';
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
  ])('behind %s: %i ms', (phonemes, wanted) => {
    expect(pauseAfterMs(ending(phonemes), false, 1)).toBe(wanted);
  });

  it('is longer behind a paragraph, and shorter for a fast reader, but not what the text asks for', () => {
    expect(pauseAfterMs(ending('ˈA.'), true, 1)).toBe(710);
    expect(pauseAfterMs(ending('ˈA.', 300), false, 2)).toBe(480);
  });
});
