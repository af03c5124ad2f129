import type { TimedExpression } from '../expression/expression.js';

/** Half-open range in seconds. */
export interface TimeRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Timeline of speech from the speech service. Seconds from the start of the audio; ranges in order,
 * half-open.
 */
export interface SpokenTimeline {
  /** Seconds. */
  readonly duration: number;
  /** The sounds without pauses. One character each of models/hibari-heart/vocab.json. */
  readonly phonemes: readonly TimedSound[];
  readonly words: readonly SpokenWord[];
  /** Expressions from the word that starts at that time. In order. */
  readonly expressions?: readonly TimedExpression[];
}

export interface SpokenWord {
  readonly start: number;
  readonly end: number;
  /** Whether it is the last word of a question: the brows rise. */
  readonly question?: boolean;
}

export interface TimedSound {
  readonly phoneme: string;
  readonly start: number;
  readonly end: number;
  /** Stress of vowels: 1 primary, 2 secondary; absent for unstressed vowels. */
  readonly stress?: 1 | 2;
}
