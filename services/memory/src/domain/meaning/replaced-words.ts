import type { QuestionThresholds } from '../calibration/calibration.js';
import { alignWords, comparedWords } from './align.js';
import type { CentredSimilarity } from './centred-similarity.js';
import type { DescribedText, DescribedWord } from './describe-text.js';
import { type Difference, difference } from './difference.js';
import { unmatchedWords } from './gate/unmatched-words.js';
import { FILLERS } from './lists/qualifiers.js';

/** From this many words on one other word hardly moves the whole, and each word must answer for itself. */
const LONG_TEXT = 25;

/** Words that stand where the other text has another one that is no synonym. The gate finds those it has on a list. */
export function replacedWords(
  left: DescribedText,
  right: DescribedText,
  similarity: CentredSimilarity,
  { synonym, longTextSynonym }: QuestionThresholds,
): Difference[] {
  if (Math.max(left.words.length, right.words.length) >= LONG_TEXT)
    return unansweredWords(left, right, similarity, longTextSynonym);
  const unmatched = unmatchedWords(left.words, right.words);
  const others = new Set(unmatched.right);
  for (const word of left.words) {
    if (!unmatched.left.includes(word) || !isCompared(word)) continue;
    const other = right.words.find(
      (candidate) =>
        others.has(candidate) && isCompared(candidate) && isInSamePlace(left, word, right, candidate),
    );
    if (other !== undefined && similarity.ofWords(word, other) < synonym) {
      return [difference('alternative', [word], [other])];
    }
  }
  return [];
}

function unansweredWords(
  left: DescribedText,
  right: DescribedText,
  similarity: CentredSimilarity,
  synonym: number,
): Difference[] {
  const { left: a, right: b } = alignWords(comparedWords(left), comparedWords(right), similarity.ofWords);
  const [onlyLeft, onlyRight] = [a, b].map(({ matches }) =>
    matches
      .filter((match) => match.similarity < synonym && !FILLERS.has(match.word.text))
      .map(({ word }) => word),
  );
  return onlyLeft!.length + onlyRight!.length === 0 ? [] : [difference('wording', onlyLeft!, onlyRight!)];
}

function isCompared({ isContent, vector }: DescribedWord): boolean {
  return isContent && vector !== null;
}

/** Between the same neighbours; the end of a text is a neighbour, its beginning is not. */
function isInSamePlace(
  left: DescribedText,
  word: DescribedWord,
  right: DescribedText,
  other: DescribedWord,
): boolean {
  const [at, place] = [left.words.indexOf(word), right.words.indexOf(other)];
  const before = left.words[at - 1]?.stem;
  return (
    before !== undefined &&
    before === right.words[place - 1]?.stem &&
    left.words[at + 1]?.stem === right.words[place + 1]?.stem
  );
}
