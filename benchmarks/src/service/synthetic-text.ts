import { STOP_WORDS } from '@anima/memory/dist/domain/retrieval/text/stem-word.js';

const VOCABULARY = 30_000;
const consonants = 'bcdfghklmnprstvw';
const vowels = 'aeiou';

/**
 * Texts of made-up words whose frequencies follow Zipf's law, as those of real texts do, the most frequent of them
 * being the English function words, as in real texts.
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

/** The word of this rank: syllables as digits. */
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
