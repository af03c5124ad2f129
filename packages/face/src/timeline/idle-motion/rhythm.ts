import type { TimedExpression } from '../../expression/expression.js';
import type { TimedSound, TimeRange } from '../spoken-timeline.js';

/**
 * Mean duration of a stressed vowel in seconds, in the sentences of benchmarks/src/speech, and the number of
 * vowels for which it counts.
 */
const USUAL_LENGTH = 0.128;
const USUAL_COUNT = 12;

/** Finds the stressed syllables of sounds that arrive in pieces. */
export type Stresses = (sounds: readonly TimedSound[]) => Stress[];

/**
 * Speakers emphasise a word with a long vowel. Each vowel is compared with the vowels before it, so that
 * later clauses do not change the result.
 */
export function createStresses(): Stresses {
  let seconds = USUAL_COUNT * USUAL_LENGTH;
  let count = USUAL_COUNT;
  return (sounds) =>
    sounds.flatMap(({ stress, start, end }) => {
      if (stress !== 1) return [];
      seconds += end - start;
      count++;
      const strength = Math.min(1, ((end - start) * count) / (2 * seconds));
      return [{ seconds: (start + end) / 2, strength }];
    });
}

/** Rhythm of speech for the rest of the face. Seconds; all lists in order. */
export interface Rhythm {
  readonly phrases: readonly TimeRange[];
  readonly stresses: readonly Stress[];
  /** Moments at which the voice rises at the end of a question. */
  readonly questions: readonly number[];
  /** Moments at which the expression changes. */
  readonly expressions?: readonly TimedExpression[];
}

export interface Stress {
  readonly seconds: number;
  /** 0 to 1: strength relative to other stresses. */
  readonly strength: number;
}
