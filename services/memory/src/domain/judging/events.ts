import type { WordCalibration } from '../calibration/calibration.js';
import type { DescribedText, DescribedWord } from '../meaning/describe-text.js';
import { dot } from '../meaning/dot.js';
import type { Word } from '../meaning/word.js';
import { comparedWords, wordSimilarity } from '../meaning/word-similarity.js';

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

/**
 * Exactly one is negated, and all it speaks of is found in the other: 0 where that does not hold, else its coverage, the
 * rarity-weighted mean of the best matches of its words.
 */
export function contradictedEvent(
  a: DescribedText,
  b: DescribedText,
  lowest: WordCalibration['event'],
): number {
  const isDeniedA = a.words.some(({ isNegation }) => isNegation);
  const isDeniedB = b.words.some(({ isNegation }) => isNegation);
  if (isDeniedA === isDeniedB || dot(a.vector, b.vector) < lowest.cosine) return 0;
  const [denied, other] = (isDeniedA ? [a, b] : [b, a]).map(comparedWords) as [
    DescribedWord[],
    DescribedWord[],
  ];
  let [weight, covered] = [0, 0];
  for (const word of denied) {
    const best = Math.max(0, ...other.map((candidate) => wordSimilarity(word, candidate)));
    if (best < lowest.word) return 0;
    weight += word.rarity;
    covered += word.rarity * best;
  }
  const coverage = weight === 0 ? 1 : covered / weight;
  return coverage >= lowest.coverage ? coverage : 0;
}
