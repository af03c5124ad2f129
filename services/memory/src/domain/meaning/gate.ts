import { type Difference, difference } from './difference.js';
import { antonymDifferences } from './gate/antonym-differences.js';
import { clauseDifferences } from './gate/clause-differences.js';
import { directionDifferences } from './gate/direction-differences.js';
import { nameDifferences } from './gate/name-differences.js';
import { negationDifferences } from './gate/negation-differences.js';
import { qualifierDifferences } from './gate/qualifier-differences.js';
import { quantityDifferences } from './gate/quantity-differences.js';
import { questionDifferences } from './gate/question-differences.js';
import { relativeTimeDifferences } from './gate/relative-time.js';
import { areSameWords, needsSameWords } from './gate/same-words.js';
import { unmatchedWords } from './gate/unmatched-words.js';
import type { ReadText } from './words.js';

export type { Difference, DifferenceKind } from './difference.js';

/**
 * Everything in the words of two texts that makes them say or ask different things; empty when nothing is found, which
 * does not yet mean that they are the same.
 */
export function differences(left: ReadText, right: ReadText): Difference[] {
  if (areSameWords(left, right)) return [];
  if (needsSameWords(left) || needsSameWords(right)) {
    return [difference('wording', [], [])];
  }
  const unmatched = unmatchedWords(left.words, right.words);
  return [
    ...quantityDifferences(left.words, right.words),
    ...nameDifferences(left.words, right.words, unmatched),
    ...qualifierDifferences(left.words, right.words, unmatched),
    ...negationDifferences(left.words, right.words),
    ...antonymDifferences(left.words, right.words, unmatched),
    ...directionDifferences(left.words, right.words),
    ...relativeTimeDifferences(left.words, right.words),
    ...questionDifferences(left.words, right.words),
    ...clauseDifferences(left, right),
  ];
}
