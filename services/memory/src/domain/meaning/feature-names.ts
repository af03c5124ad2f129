/**
 * What the score of two questions is made of. All word vectors of the model share a large common part, which makes any two
 * words look alike; every measure of words here is taken after that part is subtracted ("centred").
 */
export const featureNames = [
  /** Cosine of the texts' own vectors. */
  'cosine',
  /** Cosine of the mean word of each text, centred. */
  'meanWordCosine',
  /** Rarity-weighted coverage of the content words, of the side covered worse and of the one covered better. */
  'lowerCoverage',
  'higherCoverage',
  /** The worst best match of any content word. */
  'lowestSimilarity',
  /** Mean best match over all words, function words too; of the side matched worse. */
  'wordOverlap',
  /** Sum of `lossOf` over the content words of both sides: grows with every word that is left over. */
  'totalLoss',
  /** 1 where the two ask with other question words, neither of them "what". */
  'otherQuestionWord',
  /** Share of the content words of both sides, by rarity, whose best match has the same stem. */
  'sharedStems',
] as const;
export type FeatureName = (typeof featureNames)[number];
