import type { Calibration } from './calibration.js';

/** Two texts that ship, and how near they are. */
export interface MeasuredPair {
  /** Whether they are about one thing: they say the same, or contradict one another. */
  readonly alike: boolean;
  /** Their cosine for the model that the thresholds of `tuned` were tuned on. */
  readonly tunedCosine: number;
  /** For the model that is to be fitted. */
  readonly cosine: number;
}

/** What can be fitted by cosines of pairs alone. */
export type FittedThresholds = Pick<Calibration, 'similarCosine' | 'questions' | 'statements'>;

/**
 * The thresholds of another model that let through no more pairs than those of the tuned model do: neither of the pairs that are
 * alike, nor of those that are not (quantile matching, the stricter of both). For the tuned model itself they are its own.
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

/** Between the two neighbours in rank where the threshold lies between their counterparts. */
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

/** Ascending, between the ends that a cosine has. */
const ranked = (cosines: readonly number[]) => [-1, ...cosines.toSorted((a, b) => a - b), 1 + Number.EPSILON];

/** How often a pair that is alike is nearer than one that is not: 1 always, .5 by chance (the area under the ROC curve). */
export function discernment(pairs: readonly Pick<MeasuredPair, 'alike' | 'cosine'>[]): number {
  const cosines = (alike: boolean) =>
    pairs.filter((pair) => pair.alike === alike).map(({ cosine }) => cosine);
  const [near, far] = [cosines(true), cosines(false)];
  let wins = 0;
  for (const one of near) for (const other of far) wins += one > other ? 1 : one === other ? 0.5 : 0;
  return wins / (near.length * far.length);
}
