import type { WordCalibration } from '../calibration/calibration.js';
import { createCentredSimilarity } from './centred-similarity.js';
import type { DescribedText } from './describe-text.js';
import { type Difference, difference, differenceLine } from './difference.js';
import { compareTerms, type Question } from './question/compare-terms.js';
import { type Doubt, doubtsOf } from './question/doubts.js';
import type { Pairing } from './question/pair-terms.js';
import { type Replacements, replaceTerms } from './question/replacements.js';
import { areSameWords, isHardlyKnown, needsSameWords } from './same-words.js';
import { areSameSigns, signsOf } from './signs.js';
import type { Word } from './word.js';
import type { ReadText } from './words.js';

export interface SameQuestion {
  /** 0 to 1: how surely both ask the same, which is how sure the weakest thing is that it rests on; 0 with a difference. */
  readonly sureness: number;
  /** What it rests on, or what tells the two apart, in short lines that quote their words. */
  readonly reasons: readonly string[];
}

const SAME_WORDS: SameQuestion = { sureness: 1, reasons: ['the same words'] };

/** What the words alone tell of two questions, without a model; null where they leave it open. */
export function compareQuestions(left: ReadText, right: ReadText): SameQuestion | null {
  const found = settle(left, right);
  return 'sureness' in found ? found : null;
}

/** The verdict, or the words of both with their likes where the words alone do not give one. */
function settle<W extends Word>(left: Question<W>, right: Question<W>): SameQuestion | Pairing<W> {
  if (areSameWords(left, right)) return SAME_WORDS;
  if (needsSameWords(left) || needsSameWords(right)) return refused([difference('wording', [], [])]);
  if (!areSameSigns(left, right))
    return refused([{ kind: 'name', left: signsOf(left), right: signsOf(right) }]);
  const { differences, pairing } = compareTerms(left, right);
  return differences.length === 0 ? pairing : refused(differences);
}

/**
 * Whether two questions ask the same thing. Symmetric. Every word of either has its like in the other, or is shown to change
 * nothing. English only: texts in other languages, and texts of more than 200 words, are the same only word for word.
 */
export function judgeSameQuestion(
  left: DescribedText,
  right: DescribedText,
  { commonWord }: WordCalibration,
): SameQuestion {
  const pairing = settle(left, right);
  if ('sureness' in pairing) return pairing;
  if (isHardlyKnown(left) || isHardlyKnown(right)) return refused([difference('wording', [], [])]);
  const similarity = createCentredSimilarity(commonWord);
  const replacements = replaceTerms(pairing, similarity);
  const doubts = doubtsOf(left, right, replacements, similarity);
  const sureness = doubts.reduce((least, doubt) => Math.min(least, doubt.sureness), 1);
  return { sureness, reasons: doubts.length === 0 ? [withoutDoubt(replacements)] : doubts.map(reasonOf) };
}

/** Courtesy and the like is all that one says and the other does not. */
function withoutDoubt({ left, right }: Replacements): string {
  const light = [...left, ...right].map(({ word }) => `'${word.text}'`);
  return light.length === 0
    ? 'the same words in another order or form'
    : `the same words but for ${light.join(', ')}`;
}

function refused(differences: readonly Difference[]): SameQuestion {
  return { sureness: 0, reasons: differences.map(differenceLine) };
}

function reasonOf({ line, sureness }: Doubt): string {
  return `${line} (${sureness.toFixed(2)})`;
}
