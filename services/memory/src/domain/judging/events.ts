import { align } from '../meaning/align.js';
import type { DescribedText } from '../meaning/describe-text.js';
import type { Word } from '../meaning/word.js';

/**
 * Chosen by hand near the reference measurements (cosine .55, coverage .85): the coverage is the rarity-weighted mean of the
 * best matches of the negated text's words; a single word below MIN_WORD is another person or thing.
 */
const MIN_COSINE = 0.55;
const MIN_COVERAGE = 0.86;
const MIN_WORD = 0.62;

const BEGINS_EVENT = /^(?:a|an|some|there|nobody|no)$/;

/** Whether a sentence tells what is happening: "A man is ...", "Two dogs are running", "There is no ...". */
export function isEvent(words: readonly Word[]): boolean {
  const [first, second] = words;
  if (first === undefined || second === undefined) return false;
  if (first.text === 'there') return /^(?:is|are)$/.test(second.text);
  if (!(BEGINS_EVENT.test(first.text) || first.number !== null) && !isGoingOn(words)) return false;
  return words.some(({ text }) => /^(?:is|are)$/.test(text));
}

function isGoingOn(words: readonly Word[]): boolean {
  return words.some(
    ({ text }, at) =>
      /^(?:is|are|isn't|aren't)$/.test(text) &&
      words.slice(at + 1, at + 3).some(({ text: next }) => /^\w{2,}ing$/.test(next)),
  );
}

/** Exactly one is negated, and all it speaks of is found in the other: 0 where that does not hold, else its coverage. */
export function contradictedEvent(a: DescribedText, b: DescribedText, cosine: number): number {
  const isDeniedA = a.words.some(({ isNegation }) => isNegation);
  const isDeniedB = b.words.some(({ isNegation }) => isNegation);
  if (isDeniedA === isDeniedB || cosine < MIN_COSINE) return 0;
  const alignment = align(a, b);
  const { coverage, matches } = isDeniedA ? alignment.left : alignment.right;
  const isMet = matches.every(({ similarity }) => similarity >= MIN_WORD);
  return coverage >= MIN_COVERAGE && isMet ? coverage : 0;
}
