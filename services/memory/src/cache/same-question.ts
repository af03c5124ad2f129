import { compareTexts, grammarOf } from '../text-comparison/compare-texts.js';
import { lookEnglish } from '../text-comparison/language.js';
import { type ReadText, readText } from '../text-comparison/read-text.js';
import { describe } from '../text-comparison/rule-judge.js';

export interface QuestionComparison {
  /** The same words; case, white space and punctuation aside. */
  readonly isSameWording: boolean;
  /** Known differences, in short lines. */
  readonly differences: readonly string[];
  /** The cosine that the two questions need. */
  readonly neededCosine: number;
}

/** The cosines of the embedding model. */
export interface CosineScale {
  /** The cosine of the strictness. */
  readonly threshold: number;
  /** See `QuestionThresholds`. */
  readonly spread: number;
}

/**
 * Extra cosine by the number of words that only one text has, fewest of both texts first. Fitted on the sets of
 * docs/judging.md: texts with the same words in other roles are very near, and paraphrases with several other words are
 * rarely false. Sets were fitted together so that no trap is hit.
 */
const SAME_WORDS = 0.03;
const ONE_WORD_EXCHANGED = 0.01;
const SEVERAL_WORDS_ADDED = 0.01;
const SEVERAL_WORDS_EXCHANGED = -0.01;
/** In longer texts the same difference moves the vector less. */
const USUAL_TOKENS = 20;
/** Texts with less English grammar are in another language, or lists of terms: their differences are not understood. */
const MIN_GRAMMAR = 0.25;

/** Compares two questions by their words. */
export function compareQuestions(
  left: string,
  right: string,
  { threshold, spread }: CosineScale,
): QuestionComparison {
  const [a, b] = [readText(left), readText(right)];
  const comparison = compareTexts(a, b);
  if (comparison.isSameWording) return { isSameWording: true, differences: [], neededCosine: 0 };
  const differences = comparison.differences.map(describe);
  const [fewer, more] = [comparison.left.length, comparison.right.length].sort((x, y) => x - y) as [
    number,
    number,
  ];
  const hasContent = [...a, ...b].some(({ kind }) => kind !== 'grammar');
  if (more > 0 && comparison.shared === 0) differences.push('they share no words');
  else if (!hasContent) differences.push('they have words of grammar only');
  if (!lookEnglish(a, b) || (more > 0 && Math.max(grammarShare(a), grammarShare(b)) < MIN_GRAMMAR))
    differences.push('their words differ, and they are not known to be English');
  const needed = threshold + spread * extraOf(fewer, more);
  const length = Math.max(a.length, b.length);
  const neededCosine = 1 - (1 - needed) * Math.min(1, USUAL_TOKENS / length);
  return { isSameWording: false, differences, neededCosine };
}

function extraOf(fewer: number, more: number): number {
  if (more === 0) return SAME_WORDS;
  if (fewer === 0) return more === 1 ? 0 : SEVERAL_WORDS_ADDED;
  if (fewer > 1) return SEVERAL_WORDS_EXCHANGED;
  return more === 1 ? ONE_WORD_EXCHANGED : 0;
}

function grammarShare(text: ReadText): number {
  return text.length === 0 ? 0 : grammarOf(text).length / text.length;
}

const OF_THE_PRESENT = new Set(
  'now today tonight yesterday tomorrow currently current latest newest recent recently nowadays'.split(' '),
);
const RELATIVE = new Set(['this', 'last', 'next']);
const PERIODS = new Set('morning evening week weekend month quarter year season'.split(' '));

/** Whether the answer changes with the day: today, the latest, this week. */
export function asksAboutPresent(question: string): boolean {
  const words = readText(question).map(({ text }) => text.toLowerCase());
  return words.some(
    (word, at) => OF_THE_PRESENT.has(word) || (RELATIVE.has(word) && PERIODS.has(words[at + 1] ?? '')),
  );
}
