import type { Bump } from './bumps.js';
import type { Stress } from './rhythm.js';
import type { Random } from './seeded-random.js';

/** Sway of a head at rest: up to 1.5 degrees, a sum of slow waves that never repeats while one looks. */
const SWAY_DEGREES = 1.5;
const SWAY_HERTZ = [0.13, 0.27, 0.41] as const;
const SWAY_SHARES = [0.55, 0.3, 0.15] as const;

/** Degrees over time in seconds. */
export function sway(random: Random): (seconds: number) => number {
  const waves = SWAY_HERTZ.map((hertz, i) => ({
    hertz,
    amplitude: SWAY_DEGREES * SWAY_SHARES[i]!,
    phase: random.between(0, 2 * Math.PI),
  }));
  return (seconds) =>
    waves.reduce(
      (sum, { hertz, amplitude, phase }) => sum + amplitude * Math.sin(2 * Math.PI * hertz * seconds + phase),
      0,
    );
}

const DEEPEST_NOD = 4;
/** Seconds between nods at least. */
const NOD_INTERVAL = 0.9;
/** Of the stresses, those that stand out are nodded to, and not all of them. */
const NOD_CHANCE = 0.75;
const NODDED_STRENGTH = 0.35;

/** Nods on stressed syllables, in degrees; heads move a little before the voice (Hadar et al., 1983). */
export function nods(stresses: readonly Stress[], random: Random): Bump[] {
  const found: Bump[] = [];
  for (const { seconds, strength } of stresses) {
    const [nodded, depth] = [random.chance(NOD_CHANCE * strength * 2), random.between(0.5, 1)];
    if (!nodded || strength < NODDED_STRENGTH) continue;
    if (seconds - (found.at(-1)?.peak ?? Number.NEGATIVE_INFINITY) < NOD_INTERVAL) continue;
    found.push({ peak: seconds - 0.03, height: DEEPEST_NOD * strength * depth, rise: 0.24, fall: 0.5 });
  }
  return found;
}

const MOST_TURN = 2;
/** Seconds a new posture takes. */
const TURN_SECONDS = 0.8;

/** A little turn or tilt at the start of some phrases: steps in degrees, each taken smoothly over its time. */
export function turns(starts: readonly number[], random: Random): { seconds: number; degrees: number }[] {
  const found = [{ seconds: Number.NEGATIVE_INFINITY, degrees: 0 }];
  for (const seconds of starts) {
    const [moves, degrees] = [random.chance(0.6), random.between(-MOST_TURN, MOST_TURN)];
    if (moves && seconds - found.at(-1)!.seconds > 1.5 * TURN_SECONDS) found.push({ seconds, degrees });
  }
  return found;
}

export { TURN_SECONDS };
