import { type Bumps, createBumps } from './bumps.js';
import type { Stress } from './rhythm.js';
import type { Random } from './seeded-random.js';

/** Brows rise on important words and towards the end of a question (Ekman, "About brows", 1979). */
const STRESS_CHANCE = 0.3;
const STRESS_STRENGTH = 0.5;
const STRESS_HEIGHT = [0.06, 0.18] as const;
const BROW_INTERVAL = 2;
const QUESTION_HEIGHT = 0.32;
/** Seconds before the end of a question at which the brows are highest, and the duration of their rise. */
const QUESTION_PEAK = 0.12;
const QUESTION_RISE = 0.5;
/** Seconds before its end at which a question starts to raise the brows. */
export const QUESTION_LEAD = QUESTION_PEAK + QUESTION_RISE;
/** Stresses this near to the end of a question do not raise the brows, in seconds. */
const QUESTION_ALONE = 1;

export interface BrowRaises {
  readonly bumps: Bumps;
  /** Adds new stresses and questions. */
  hear(stresses: readonly Stress[], questions: readonly number[]): void;
}

export function createBrowRaises(random: Random): BrowRaises {
  const bumps = createBumps();
  let lastQuestion = Number.NEGATIVE_INFINITY;
  let last = Number.NEGATIVE_INFINITY;
  return {
    bumps,
    hear: (stresses, questions) => {
      bumps.add(
        questions.map((end) => ({
          peak: end - QUESTION_PEAK,
          height: QUESTION_HEIGHT,
          rise: QUESTION_RISE,
          fall: 0.6,
        })),
      );
      const near = [lastQuestion, ...questions];
      lastQuestion = near.at(-1)!;
      for (const { seconds, strength } of stresses) {
        const [raised, height] = [random.chance(STRESS_CHANCE), random.between(...STRESS_HEIGHT)];
        if (!raised || strength < STRESS_STRENGTH || seconds - last < BROW_INTERVAL) continue;
        if (near.some((end) => Math.abs(end - seconds) < QUESTION_ALONE)) continue;
        bumps.add([{ peak: seconds, height: height * strength, rise: 0.16, fall: 0.4 }]);
        last = seconds;
      }
    },
  };
}

/** A slight smile that varies slowly: weight over time in seconds. */
const REST_SMILE = 0.07;
const SMILE_WAVE = 0.05;
const SMILE_HERTZ = 0.06;

export function smile(random: Random): (seconds: number) => number {
  const phase = random.between(0, 2 * Math.PI);
  return (seconds) => REST_SMILE + SMILE_WAVE * Math.sin(2 * Math.PI * SMILE_HERTZ * seconds + phase);
}
