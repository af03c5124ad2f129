import { STOP_WORDS } from '@anima/memory/dist/search/text/stem-word.js';

const VOCABULARY = 30_000;
const consonants = 'bcdfghklmnprstvw';
const vowels = 'aeiou';

/**
 * Creates a generator of texts of made-up words. Word frequencies follow Zipf's law, and the most frequent
 * words are the English function words, as in real texts.
 */
export function createSyntheticText(random: () => number): (words: number) => string {
  const vocabulary = [
    ...STOP_WORDS,
    ...Array.from({ length: VOCABULARY - STOP_WORDS.size }, (_, rank) => word(rank)),
  ];
  return (words) => {
    const chosen = Array.from({ length: words }, () => vocabulary[Math.floor(VOCABULARY ** random()) - 1]!);
    return `${chosen.join(' ')}.`;
  };
}

/** Returns the word of a rank: its digits are syllables. */
function word(rank: number): string {
  const base = consonants.length * vowels.length;
  let rest = rank + base;
  let letters = '';
  while (rest > 0) {
    const syllable = rest % base;
    letters += consonants[Math.floor(syllable / vowels.length)]! + vowels[syllable % vowels.length]!;
    rest = Math.floor(rest / base);
  }
  return letters;
}
