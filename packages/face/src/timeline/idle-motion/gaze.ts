import { smoothStep } from '../../smooth-step.js';
import type { TimeRange } from '../spoken-timeline.js';
import type { Random } from './seeded-random.js';

/**
 * Direction of the eyes from a moment on. Degrees relative to the viewer: positive yaw to the viewer's right,
 * positive pitch down.
 */
export interface Fixation {
  readonly seconds: number;
  readonly yaw: number;
  readonly pitch: number;
  /** 0 to 1: averted if it is less than the share of averted glances. */
  readonly chance: number;
}

/** Duration of a glance at the viewer and of a glance aside, in seconds. */
const AT_VIEWER = [0.9, 2.6] as const;
const ASIDE = [0.35, 0.9] as const;
/** Wander of fixed eyes in degrees (Martinez-Conde et al., 2004, increased to be visible). */
const WANDER = 0.7;
/** Speakers look aside more often at the start of a phrase, to think (Kendon, 1967). */
const ASIDE_CHANCE = 0.16;
const ASIDE_CHANCE_AT_PHRASE = 0.35;
const AT_PHRASE = 0.5;
const ASIDE_YAW = [3, 7] as const;
const ASIDE_PITCH = [-3, 4] as const;
/** Duration of a small saccade in seconds (Bahill et al., 1975). */
const SACCADE = 0.045;

/** Direction of the eyes, glance by glance. */
export interface Gaze {
  /**
   * Writes [yaw, pitch] in degrees. Moments must not decrease between calls. `phrases` are the phrases known
   * so far. `bearing` averts some glances.
   */
  directionAt(
    seconds: number,
    phrases: readonly TimeRange[],
    direction: Float32Array,
    bearing?: Averting,
  ): void;
}

/** Direction of averted eyes in degrees, and the share of averted glances. */
export interface Averting {
  readonly aside: number;
  readonly down: number;
  readonly averted: number;
}

/** Seconds before a phrase from which it can influence the gaze. */
export const PHRASE_LEAD = AT_PHRASE;

export function createGaze(random: Random, averts: Random): Gaze {
  /** The previous fixation, the present one and later ones. The first is before all frames. */
  const found: Fixation[] = [
    { seconds: -1, yaw: 0, pitch: 0, chance: 1 },
    { seconds: -1, yaw: 0, pitch: 0, chance: 1 },
  ];
  let next = random.between(...AT_VIEWER);
  let wasAverting = false;

  /** The eyes return to the viewer after each glance aside. */
  function decide(phrases: readonly TimeRange[]): void {
    const thinks = phrases.some(({ start }) => Math.abs(start - next) < AT_PHRASE);
    const aside = random.chance(thinks ? ASIDE_CHANCE_AT_PHRASE : ASIDE_CHANCE);
    const side = random.chance(0.5) ? 1 : -1;
    const far = { yaw: side * random.between(...ASIDE_YAW), pitch: random.between(...ASIDE_PITCH) };
    if (aside) {
      found.push({ seconds: next, ...far, chance: 1 });
      next += random.between(...ASIDE);
    }
    const [yaw, pitch] = [random.between(-WANDER, WANDER), random.between(-WANDER, WANDER)];
    found.push({ seconds: next, yaw, pitch, chance: averts.next() });
    next += random.between(...AT_VIEWER);
  }

  return {
    directionAt: (seconds, phrases, direction, { aside, down, averted } = AT_VIEWER_ALWAYS) => {
      while (next <= seconds) decide(phrases);
      while (found.length > 2 && found[2]!.seconds <= seconds) found.shift();
      // A face that starts to avert its eyes does so immediately.
      if (averted > 0 && !wasAverting) found[1] = { ...found[1]!, chance: AVERTING };
      wasAverting = averted > 0;
      const [before, now] = [found[0]!, found[1]!];
      const share = smoothStep((seconds - now.seconds) / SACCADE);
      const [was, is] = [avertedBy(before, averted), avertedBy(now, averted)];
      const away = was + share * (is - was);
      direction[0] = before.yaw + share * (now.yaw - before.yaw) + away * aside;
      direction[1] = before.pitch + share * (now.pitch - before.pitch) + away * down;
    },
  };
}

const AT_VIEWER_ALWAYS: Averting = { aside: 0, down: 0, averted: 0 };

/** Returns 0 or 1, or a value between them while the share changes: the eyes follow within a few frames. */
function avertedBy({ chance }: Fixation, averted: number): number {
  return smoothStep((averted - chance) / AVERTING + 0.5);
}
const AVERTING = 0.1;
