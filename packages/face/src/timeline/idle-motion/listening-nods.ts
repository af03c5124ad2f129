import { EXPRESSIONS } from '../../expression/expression.js';
import { type Bumps, createBumps } from './bumps.js';
import type { Random } from './seeded-random.js';
import type { Bearing } from './shown-expression.js';

/** Seconds between the nods of who listens (Hadar, Steiner and Rose, 1985), and how deep they are, in degrees. */
const INTERVAL = [1.8, 4.2] as const;
const DEPTH = [2, 4] as const;
const RISE = 0.28;
const FALL = 0.42;
/** How many are double, how soon the second follows in seconds, and how deep it is beside the first. */
const DOUBLE = 0.35;
const SECOND_AFTER = 0.55;
const SECOND_SHARE = 0.6;

const LISTENING = EXPRESSIONS.indexOf('listening');

/** Nods that say: go on. */
export interface ListeningNods {
  readonly bumps: Bumps;
  /** Begins those that are due. Never asked for a moment before the last. */
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
