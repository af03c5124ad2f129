import type { TimedWord } from './speech-engine.js';

/**
 * Marks the words that end a question: a question mark follows before the next word. Words that share a range
 * ("$12.50?") are four words with one end. A question mark inside of an address does not count.
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
