import type { Calibration } from './calibration.js';

/** The cosines of one of the shipped pairs of texts. */
export interface MeasuredPair {
  /** True if both texts are about the same thing: they agree or contradict each other. */
  readonly alike: boolean;
  /** Cosine of the model on which the thresholds of `tuned` were tuned. */
  readonly tunedCosine: number;
  /** Cosine of the model that is fitted. */
  readonly cosine: number;
}

/** The thresholds that can be fitted with nothing but the cosines of pairs. */
export type FittedThresholds = Pick<Calibration, 'similarCosine' | 'questions' | 'statements'>;

/**
 * Returns the thresholds of another model that accept no larger share of the pairs than the tuned thresholds do, neither of
 * the alike pairs nor of the other pairs (quantile matching; the higher threshold counts). For the tuned model, the
 * thresholds stay unchanged.
 */
export function fitThresholds(pairs: readonly MeasuredPair[], tuned: FittedThresholds): FittedThresholds {
  const fits = [true, false].map((alike) => fitByQuantile(pairs.filter((pair) => pair.alike === alike)));
  const fit = (threshold: number) => Number(Math.max(...fits.map((fitted) => fitted(threshold))).toFixed(4));
  const { questions, statements } = tuned;
  return {
    similarCosine: fit(tuned.similarCosine),
    questions: {
      strict: fit(questions.strict),
      normal: fit(questions.normal),
      loose: fit(questions.loose),
      spread: Number(
        (questions.spread * slope(fit, statements.candidateCosine, tuned.similarCosine)).toFixed(4),
      ),
    },
    statements: {
      candidateCosine: fit(statements.candidateCosine),
      valueCosine: fit(statements.valueCosine),
      undecidedCosine: fit(statements.undecidedCosine),
      duplicateCosine: fit(statements.duplicateCosine),
    },
  };
}

const slope = (fit: (cosine: number) => number, low: number, high: number) =>
  (fit(high) - fit(low)) / (high - low);

/** Maps a threshold by rank: interpolates between the cosines that have the ranks of its two neighbours. */
function fitByQuantile(pairs: readonly MeasuredPair[]): (threshold: number) => number {
  const from = ranked(pairs.map(({ tunedCosine }) => tunedCosine));
  const to = ranked(pairs.map(({ cosine }) => cosine));
  return (threshold) => {
    const above = from.findIndex((cosine) => cosine > threshold);
    const [low, high] = [from[above - 1]!, from[above]!];
    const share = (threshold - low) / (high - low);
    return to[above - 1]! + share * (to[above]! - to[above - 1]!);
  };
}

/** Sorts the cosines in ascending order, between the lowest and highest possible cosine. */
const ranked = (cosines: readonly number[]) => [-1, ...cosines.toSorted((a, b) => a - b), 1 + Number.EPSILON];

/** Returns the area under the ROC curve: the share of (alike, other) combinations in which the alike pair is nearer. */
export function discernment(pairs: readonly Pick<MeasuredPair, 'alike' | 'cosine'>[]): number {
  const cosines = (alike: boolean) =>
    pairs.filter((pair) => pair.alike === alike).map(({ cosine }) => cosine);
  const [near, far] = [cosines(true), cosines(false)];
  let wins = 0;
  for (const one of near) for (const other of far) wins += one > other ? 1 : one === other ? 0.5 : 0;
  return wins / (near.length * far.length);
}
