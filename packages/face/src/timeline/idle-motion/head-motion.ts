import { EXPRESSIONS } from '../../expression/expression.js';
import { smoothStep } from '../../smooth-step.js';
import { type Bumps, createBumps } from './bumps.js';
import type { Stress } from './rhythm.js';
import type { Random } from './seeded-random.js';
import type { Bearing } from './shown-expression.js';

/** Seconds between the nods of a listener (Hadar, Steiner and Rose, 1985), and their depth in degrees. */
const INTERVAL = [1.8, 4.2] as const;
const DEPTH = [2, 4] as const;
const RISE = 0.28;
const FALL = 0.42;
/** Share of double nods, delay of the second nod in seconds, and its depth relative to the first. */
const DOUBLE = 0.35;
const SECOND_AFTER = 0.55;
const SECOND_SHARE = 0.6;

const LISTENING = EXPRESSIONS.indexOf('listening');

/** Nods of a listener that encourage the speaker. */
export interface ListeningNods {
  readonly bumps: Bumps;
  /** Starts the nods that are due. Moments must not decrease between calls. */
  nod(bearing: Pick<Bearing, 'amounts'>, seconds: number): void;
}

export function createListeningNods(random: Random): ListeningNods {
  const bumps = createBumps();
  let next = Number.NEGATIVE_INFINITY;
  return {
    bumps,
    nod: ({ amounts }, seconds) => {
      const amount = amounts[LISTENING]!;
      if (amount === 0 || seconds < next) return;
      const [height, isDouble] = [amount * random.between(...DEPTH), random.chance(DOUBLE)];
      const isFirst = next === Number.NEGATIVE_INFINITY;
      next = seconds + random.between(...INTERVAL);
      if (isFirst) return;
      const peak = seconds + RISE;
      bumps.add([{ peak, height, rise: RISE, fall: FALL }]);
      if (isDouble)
        bumps.add([{ peak: peak + SECOND_AFTER, height: SECOND_SHARE * height, rise: RISE, fall: FALL }]);
    },
  };
}

/** Sway of a head at rest: up to 1.5 degrees, a sum of slow waves without a visible period. */
const SWAY_DEGREES = 1.5;
const SWAY_HERTZ = [0.13, 0.27, 0.41] as const;
const SWAY_SHARES = [0.55, 0.3, 0.15] as const;

/** Returns degrees over time in seconds. */
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
/** Minimum number of seconds between nods. */
const NOD_INTERVAL = 0.9;
/** Only strong stresses cause nods, and not all of them. */
const NOD_CHANCE = 0.75;
const NODDED_STRENGTH = 0.35;

/**
 * Seconds by which the deepest point of the head precedes the middle of the syllable, and the duration of the
 * descent: heads move slightly before the voice (Hadar et al., 1983).
 */
const NOD_EARLY = 0.03;
const NOD_RISE = 0.24;

/** Nods on stressed syllables, in degrees. */
export interface Nods {
  readonly bumps: Bumps;
  /** Adds new stresses. */
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
/** Duration of a change of posture in seconds. */
const TURN_SECONDS = 0.8;
/** Seconds by which the change starts before the phrase. */
export const TURN_LEAD = TURN_SECONDS / 2;

/** A small turn or tilt at the start of some phrases: steps in degrees with smooth transitions. */
export interface Postures {
  /** Adds new starts of phrases. */
  hear(starts: readonly number[]): void;
  /** Moments must not decrease between calls. */
  degreesAt(seconds: number): number;
  /** Removes postures that start after `seconds`. */
  dropBehind(seconds: number): void;
  held(): number;
}

export function createPostures(random: Random): Postures {
  /** The previous posture, the present one and later ones. */
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
