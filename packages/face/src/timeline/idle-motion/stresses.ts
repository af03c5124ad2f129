import type { TimedSound } from '../spoken-timeline.js';
import type { Stress } from './rhythm.js';

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
