/** Every number that was tuned on the vectors of one model and says nothing of another one's. */
export interface Calibration {
  readonly model: string;
  readonly revisions: readonly string[];
  /** Cosine from which a memory that was there before is called similar to a new one. */
  readonly similarCosine: number;
  readonly questions: QuestionThresholds;
  readonly statements: StatementThresholds;
  /** Null where it was not learned: then the similar ones alone are related. */
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

/** Which of the memories nearest to a new one may speak of the same thing: see related/. */
export interface RelatedCalibration {
  /** What a text is about, rather than what it says of it: see subject-nearness.ts. One direction after the other. */
  readonly directions: Float32Array;
  /** How much each of them counts beyond what any direction counts; at -1 it does not count at all. */
  readonly weights: readonly number[];
  /** How near the fourth to thirteenth nearest are on average: where there are no so many, they are taken to be. */
  readonly usualCrowd: number;
  /** A logistic regression over what related.ts measures, and the score from which a memory is told. */
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
 * Of a model without a calibration: above it texts are hardly more than written in another way, whatever made the vectors. The
 * judges then trust the very same words alone.
 */
export const CAREFUL_COSINE = 0.98;
