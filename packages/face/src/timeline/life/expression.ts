import type { Bump } from './bumps.js';
import type { Stress } from './rhythm.js';
import type { Random } from './seeded-random.js';

/** Brows go up on words that matter and towards the end of a question (Ekman, "About brows", 1979). */
const STRESS_CHANCE = 0.55;
const STRESS_STRENGTH = 0.5;
const STRESS_HEIGHT = [0.14, 0.34] as const;
const BROW_INTERVAL = 1.2;
const QUESTION_HEIGHT = 0.45;

export function browRaises(
  stresses: readonly Stress[],
  questions: readonly number[],
  random: Random,
): Bump[] {
  const raises: Bump[] = questions.map((end) => ({
    peak: end - 0.12,
    height: QUESTION_HEIGHT,
    rise: 0.5,
    fall: 0.6,
  }));
  let last = Number.NEGATIVE_INFINITY;
  for (const { seconds, strength } of stresses) {
    const [raised, height] = [random.chance(STRESS_CHANCE), random.between(...STRESS_HEIGHT)];
    if (!raised || strength < STRESS_STRENGTH || seconds - last < BROW_INTERVAL) continue;
    if (questions.some((end) => Math.abs(end - seconds) < 1)) continue;
    raises.push({ peak: seconds, height: height * strength, rise: 0.16, fall: 0.4 });
    last = seconds;
  }
  return raises;
}

/** A hint of a smile, more of it now and then: weight over time in seconds. */
const REST_SMILE = 0.07;
const SMILE_WAVE = 0.05;
const SMILE_HERTZ = 0.06;

export function smile(random: Random): (seconds: number) => number {
  const phase = random.between(0, 2 * Math.PI);
  return (seconds) => REST_SMILE + SMILE_WAVE * Math.sin(2 * Math.PI * SMILE_HERTZ * seconds + phase);
}
