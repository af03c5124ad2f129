import { type Alignment, alignWords, comparedWords, lossOf, type Side } from './align.js';
import type { CentredSimilarity } from './centred-similarity.js';
import type { DescribedText, DescribedWord } from './describe-text.js';
import { dot } from './dot.js';
import { readQuestion } from './gate/question-kind.js';

/** Symmetric in the two texts; in the order of `featureNames` (feature-names.ts). */
export function pairFeatures(
  left: DescribedText,
  right: DescribedText,
  similarity: CentredSimilarity,
): number[] {
  const all = alignWords(left.words.filter(wasRead), right.words.filter(wasRead), similarity.ofWords);
  const content = alignWords(comparedWords(left), comparedWords(right), similarity.ofWords);
  const matches = [...content.left.matches, ...content.right.matches];
  return [
    dot(left.vector, right.vector),
    similarity.ofMeans(left.words, right.words),
    Math.min(content.left.coverage, content.right.coverage),
    Math.max(content.left.coverage, content.right.coverage),
    matches.reduce((lowest, { similarity }) => Math.min(lowest, similarity), 1),
    Math.min(meanSimilarity(all.left), meanSimilarity(all.right)),
    matches.reduce((sum, match) => sum + lossOf(match), 0),
    asksOtherwise(left, right) ? 1 : 0,
    sharedStems(content),
  ];
}

function wasRead({ vector }: DescribedWord): boolean {
  return vector !== null;
}

function meanSimilarity({ matches }: Side): number {
  if (matches.length === 0) return 1;
  return matches.reduce((sum, { similarity }) => sum + similarity, 0) / matches.length;
}

function asksOtherwise(left: DescribedText, right: DescribedText): boolean {
  const [a, b] = [readQuestion(left.words).kind, readQuestion(right.words).kind];
  return a !== b && a !== 'what' && b !== 'what';
}

function sharedStems({ left, right }: Alignment): number {
  let all = 0;
  let shared = 0;
  for (const { word, best } of [...left.matches, ...right.matches]) {
    all += word.rarity;
    if (best?.stem === word.stem) shared += word.rarity;
  }
  return all === 0 ? 1 : shared / all;
}
