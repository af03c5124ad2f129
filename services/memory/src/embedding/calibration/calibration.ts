/** The thresholds that were tuned on the vectors of one model. They do not apply to other models. */
export interface Calibration {
  readonly model: string;
  readonly revisions: readonly string[];
  /** The lowest cosine at which an earlier memory is reported as similar to a new memory. */
  readonly similarCosine: number;
  readonly questions: QuestionThresholds;
  readonly statements: StatementThresholds;
  /** Null if it was not fitted; then only similar memories are reported as related. */
  readonly related: RelatedCalibration | null;
  /** Characters of the scripts that the model does not understand (known-language.ts). */
  readonly unknownCharacters?: RegExp;
}

/** The lowest cosine of two questions with the same answer: see cache/same-question.ts. */
export interface QuestionThresholds {
  readonly strict: number;
  readonly normal: number;
  readonly loose: number;
  /** Width of the cosines of this model as a share of those of bge-small: it scales the differences of cosines in cache/. */
  readonly spread: number;
}

/** Selects, among the nearest neighbours of a new memory, those with the same subject: see related/. */
export interface RelatedCalibration {
  /** Unit vectors along which texts with different subjects differ (see subject-nearness.ts), concatenated. */
  readonly directions: Float32Array;
  /** Weight of each direction in addition to 1. At -1 the direction has no effect. */
  readonly weights: readonly number[];
  /** Mean nearness of the 4th to 13th neighbour. It replaces neighbours that do not exist. */
  readonly usualCrowd: number;
  /** Logistic regression over the measures of related.ts, and the lowest score of a reported memory. */
  readonly intercept: number;
  readonly nearness: number;
  readonly aboveCrowd: number;
  readonly aboveTheirCrowd: number;
  readonly behindNearest: number;
  readonly score: number;
}

/** Cosines from which two memories are compared: see text-comparison/rule-judge.ts. */
export interface StatementThresholds {
  /** The lowest cosine of two texts of which one denies or reverses the other. */
  readonly candidateCosine: number;
  /** The lowest cosine of two texts that give different values or names for one thing. */
  readonly valueCosine: number;
  /** The lowest cosine of a pair that is listed as undecided. */
  readonly undecidedCosine: number;
  /** The lowest cosine of two texts that say the same in other words. */
  readonly duplicateCosine: number;
}

/**
 * Threshold for a model without a calibration. Above it, texts differ in little more than spelling for any model. Without a
 * calibration, the judges accept only the same words.
 */
export const CAREFUL_COSINE = 0.98;
