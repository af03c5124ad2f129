import type { TimedExpression } from '../../expression/expression.js';
import type { TimedSound, TimeRange } from '../spoken-timeline.js';

/**
 * Seconds that a stressed vowel lasts on the mean, in the sentences of benchmarks/src/speech; and so many vowels it counts for beside
 * those that were heard.
 */
const USUAL_LENGTH = 0.128;
const USUAL_COUNT = 12;

/** Finds the stressed syllables of sounds that are heard piece by piece. */
export type Stresses = (sounds: readonly TimedSound[]) => Stress[];

/** Long vowels are where the speaker leans on a word: each is measured by those before it, so that no clause to come changes it. */
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

/** What of the speech the rest of the face answers to. Seconds; all in order. */
export interface Rhythm {
  readonly phrases: readonly TimeRange[];
  readonly stresses: readonly Stress[];
  /** Where the voice rises to a question's end. */
  readonly questions: readonly number[];
  /** Where it goes over to another expression. */
  readonly expressions?: readonly TimedExpression[];
}

export interface Stress {
  readonly seconds: number;
  /** 0 to 1: how much it stands out among the others. */
  readonly strength: number;
}
