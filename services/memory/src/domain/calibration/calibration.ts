import type { RuleReason } from '../../ports/pair-judge.js';

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
  /** Null where nothing is known of the vectors of words: then none are asked for. */
  readonly words: WordCalibration | null;
}

/** Ranks of the words in the vocabulary, which lists common ones first; ids outside are no words. */
export interface Vocabulary {
  readonly firstWord: number;
  readonly lastWord: number;
}

/** When two questions ask the same: see domain/meaning/same-question.ts. */
export interface QuestionThresholds {
  /** Questions less near are not compared. */
  readonly candidateCosine: number;
}

/** What is known of the vectors of the words of a text. */
export interface WordCalibration {
  readonly vocabulary: Vocabulary;
  /** What the vectors of all words share. */
  readonly commonWord: Float32Array;
  /** A sentence about an event and its denial: their cosine, what the words of the denial find in the other, and each of them. */
  readonly event: { readonly cosine: number; readonly coverage: number; readonly word: number };
}

/** Which of the memories nearest to a new one may speak of the same thing: see domain/related/. */
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

/** When two memories say the same, or contradict one another: see domain/judging/. */
export interface StatementThresholds {
  /** The lowest cosine at which any rule can fire. */
  readonly candidateCosine: number;
  /** Pairs less near are not listed as undecided. */
  readonly undecidedCosine: number;
  /** The lowest cosine of two texts that say the same. */
  readonly duplicateCosine: number;
  /** The lowest cosine at which the rule of each reason may fire. */
  readonly conflictCosine: Readonly<Record<RuleReason, number>>;
}

/**
 * Of a model without a calibration: above it texts are hardly more than written in another way, whatever made the vectors. The
 * judges then trust the very same words alone.
 */
export const CAREFUL_COSINE = 0.98;
