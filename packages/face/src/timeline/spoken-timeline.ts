import type { TimedExpression } from '../expression/expression.js';

/** Half-open, in seconds. */
export interface TimeRange {
  readonly start: number;
  readonly end: number;
}

/** What is said when, as the speech service tells it. Seconds from the start of the sound; ranges in order, half-open. */
export interface SpokenTimeline {
  /** Seconds. */
  readonly duration: number;
  /** The sounds, without the pauses between them. One character each of models/hibari-heart/vocab.json. */
  readonly phonemes: readonly TimedSound[];
  readonly words: readonly SpokenWord[];
  /** What the face shows from the word on that begins then. In order. */
  readonly expressions?: readonly TimedExpression[];
}

export interface SpokenWord {
  readonly start: number;
  readonly end: number;
  /** It is the last of a question: the brows go up. */
  readonly question?: boolean;
}

export interface TimedSound {
  readonly phoneme: string;
  readonly start: number;
  readonly end: number;
  /** Of vowels: 1 primary, 2 secondary; absent where there is none. */
  readonly stress?: 1 | 2;
}
