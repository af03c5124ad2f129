/**
 * The weights of `pairFeatures` in the score of two questions, and the part all word vectors of bge-small-en-v1.5 (int8)
 * share. Written by benchmarks/src/cache/fit-scorer.ts: a logistic regression (ridge 1 on standardised features) on 5643 pairs of the
 * question groups in services/memory/fixtures/meaning (CC0) that pass the gate, 964 of them asking the same.
 */
export const INTERCEPT = -13.9008;

/** In the order of `featureNames`: cosine, meanWordCosine, lowerCoverage, higherCoverage, lowestSimilarity, wordOverlap, totalLoss, otherQuestionWord, sharedStems. */
export const WEIGHTS: readonly number[] = [
  16.2981, 24.562, -8.0204, -2.8315, 5.5547, -11.0865, -1.9101, -0.4283, -3.5894,
];

/** Mean of the word vectors of those questions, 384 bytes of 1.268438e-3 each. */
export const COMMON_WORD: Float32Array = Float32Array.from(
  Buffer.from(
    '7/8S8AEEEAcG/gP3FAwNDP4SzA8L9vHtERT28umhAOkL/AHw9AzyDRwJ8e/75/39MPD+/P/9BxQaExEGChKgMBIL+wEMGu4IASgK9wDxDBfv7/4D9fME/hYF9+b5EunyCgPgN+UTEe8M7f368P4I+wrvDRUHA+0D+/8T+AzbEiL6IBr22AD8BgEHDP310xDa/TXtEfHp+Qfw8gkNIQXuB+nz6y4L+PMFAfoFD/YBOvXiCgMLBer2BhXq+OsHAOgM7Ort8O7yCfIS8fYMBQoH9DUQ+fwy+Of1EREFCRbv8JAC/vUN6BL2CTMo5v8Z+hIIFPwA9f393g73ZQ4RAhUR+7cQCwr68fIDD/rk9PnzAfEAHAEKCf/x4gb4D/v8+OscDvPuEu/2IPsBEgUO+wLtCuYWEAoMCvcJ9fQB7fQN/4EN9w/1/BYH3QkBBAHzCxIQ+A3iEwpm8xQW/hEN/xP6GOsQD/MJCvABA/r6NNzt9f8C7QMEBgkR9vcB+QvrDQ4C',
    'base64',
  ),
  (byte) => ((byte << 24) >> 24) * 1.268438e-3,
);
