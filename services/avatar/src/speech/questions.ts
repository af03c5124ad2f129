import type { TimedWord } from './speech-engine.js';

/**
 * Tells of each word whether a question ends with it: a question mark stands between it and the next one. Words that share a range
 * ("$12.50?") are four words and one end; the mark inside of an address is no end.
 */
export function withQuestions(
  text: string,
  words: readonly TimedWord[],
): (TimedWord & { question: boolean })[] {
  return words.map((word, i) => {
    const next = words[i + 1]?.charStart ?? text.length;
    return { ...word, question: /[?？⁇⁈⁉]/.test(text.slice(word.charEnd, next)) };
  });
}
