import type { QuestionThresholds } from '../calibration/calibration.js';
import { createCentredSimilarity } from './centred-similarity.js';
import type { DescribedText } from './describe-text.js';
import { type Difference, difference } from './difference.js';
import { featureNames } from './feature-names.js';
import { areSameWords, isHardlyKnown } from './gate/same-words.js';
import { differences } from './gate.js';
import { pairFeatures } from './pair-features.js';
import { replacedWords } from './replaced-words.js';

export interface SameQuestion {
  /** Whether the answer of one may be given for the other. */
  readonly same: boolean;
  /** 0..1: how likely the two ask the same; 0 with a difference, 1 for the same words. */
  readonly score: number;
  /** What the gate found; a single one makes `same` false. */
  readonly differences: readonly Difference[];
}

/**
 * Whether two questions ask the same thing. Symmetric. English only: texts in other languages, and texts of more than 200
 * words, are the same only word for word.
 */
export function judgeSameQuestion(
  asked: DescribedText,
  cached: DescribedText,
  thresholds: QuestionThresholds,
): SameQuestion {
  if (areSameWords(asked, cached)) return { same: true, score: 1, differences: [] };
  if (isHardlyKnown(asked) || isHardlyKnown(cached)) {
    return { same: false, score: 0, differences: [difference('wording', [], [])] };
  }
  const similarity = createCentredSimilarity(thresholds.commonWord);
  const found = differences(asked, cached);
  if (found.length === 0) found.push(...replacedWords(asked, cached, similarity, thresholds));
  if (found.length > 0) return { same: false, score: 0, differences: found };
  const score = scoreOf(pairFeatures(asked, cached, similarity), thresholds);
  return { same: score >= thresholds.score, score, differences: [] };
}

function scoreOf(features: readonly number[], { intercept, weights }: QuestionThresholds): number {
  const sum = features.reduce((total, value, at) => total + value * weights[featureNames[at]!], intercept);
  return 1 / (1 + Math.exp(-sum));
}
