import { smoothStep } from '../../smooth-step.js';
import { type Bumps, createBumps } from './bumps.js';
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

/** Seconds that the head is deepest before the middle of the syllable, and that it takes to get there: heads move a little before the voice
 * (Hadar et al., 1983). */
const NOD_EARLY = 0.03;
const NOD_RISE = 0.24;

/** Nods on stressed syllables, in degrees. */
export interface Nods {
  readonly bumps: Bumps;
  /** Stresses that were not heard before. */
  hear(stresses: readonly Stress[]): void;
}

export function createNods(random: Random): Nods {
  const bumps = createBumps();
  let last = Number.NEGATIVE_INFINITY;
  return {
    bumps,
    hear: (stresses) => {
      for (const { seconds, strength } of stresses) {
        const [nodded, depth] = [random.chance(NOD_CHANCE * strength * 2), random.between(0.5, 1)];
        if (!nodded || strength < NODDED_STRENGTH || seconds - last < NOD_INTERVAL) continue;
        last = seconds - NOD_EARLY;
        bumps.add([{ peak: last, height: DEEPEST_NOD * strength * depth, rise: NOD_RISE, fall: 0.5 }]);
      }
    },
  };
}

const MAX_TURN = 2;
/** Seconds a new posture takes. */
const TURN_SECONDS = 0.8;
/** How much earlier than the phrase it begins, in seconds. */
export const TURN_LEAD = TURN_SECONDS / 2;

/** A little turn or tilt at the start of some phrases: steps in degrees, each taken smoothly over its time. */
export interface Postures {
  /** Starts of phrases that were not heard before. */
  hear(starts: readonly number[]): void;
  /** Never asked for a moment before the last. */
  degreesAt(seconds: number): number;
  /** Forgets what begins behind that moment. */
  dropBehind(seconds: number): void;
  held(): number;
}

export function createPostures(random: Random): Postures {
  /** The posture before, the one now, and those to come. */
  let found = [
    { seconds: Number.NEGATIVE_INFINITY, degrees: 0 },
    { seconds: Number.NEGATIVE_INFINITY, degrees: 0 },
  ];
  return {
    hear: (starts) => {
      for (const start of starts) {
        const seconds = start - TURN_LEAD;
        const [moves, degrees] = [random.chance(0.6), random.between(-MAX_TURN, MAX_TURN)];
        if (moves && seconds - found.at(-1)!.seconds > 1.5 * TURN_SECONDS) found.push({ seconds, degrees });
      }
    },
    degreesAt: (seconds) => {
      while (found.length > 2 && found[2]!.seconds <= seconds) found.shift();
      const [before, now] = [found[0]!, found[1]!];
      const share = smoothStep((seconds - now.seconds) / TURN_SECONDS);
      return before.degrees + share * (now.degrees - before.degrees);
    },
    dropBehind: (seconds) => {
      found = found.filter((posture) => posture.seconds <= seconds);
    },
    held: () => found.length,
  };
}
