import { smoothStep } from '../mouth/holds.js';
import type { TimeRange } from '../time-range.js';
import type { Random } from './seeded-random.js';

/** Where the eyes look from a moment on. Degrees from the viewer: positive yaw to the viewer's right, positive pitch down. */
export interface Fixation {
  readonly seconds: number;
  readonly yaw: number;
  readonly pitch: number;
}

/** Seconds of a glance at the viewer, and of one aside. */
const AT_VIEWER = [0.9, 2.6] as const;
const ASIDE = [0.35, 0.9] as const;
/** While fixed the eyes still wander by that, in degrees (Martinez-Conde et al., 2004, widened to be seen at all). */
const WANDER = 0.7;
/** Who speaks looks aside more often at the start of a phrase, to think (Kendon, 1967). */
const ASIDE_CHANCE = 0.16;
const ASIDE_CHANCE_AT_PHRASE = 0.35;
const AT_PHRASE = 0.5;
const ASIDE_YAW = [3, 7] as const;
const ASIDE_PITCH = [-3, 4] as const;
/** Seconds a small saccade takes (Bahill et al., 1975). */
const SACCADE = 0.045;

/** Fixations in order; the first is before the clip. After each glance aside the eyes return to the viewer. */
export function fixations(seconds: number, phrases: readonly TimeRange[], random: Random): Fixation[] {
  const found: Fixation[] = [{ seconds: -1, yaw: 0, pitch: 0 }];
  let at = random.between(...AT_VIEWER);
  while (at < seconds) {
    const thinks = phrases.some(({ start }) => Math.abs(start - at) < AT_PHRASE);
    const aside = random.chance(thinks ? ASIDE_CHANCE_AT_PHRASE : ASIDE_CHANCE);
    const side = random.chance(0.5) ? 1 : -1;
    const far = { yaw: side * random.between(...ASIDE_YAW), pitch: random.between(...ASIDE_PITCH) };
    if (aside) {
      found.push({ seconds: at, ...far });
      at += random.between(...ASIDE);
    }
    const [yaw, pitch] = [random.between(-WANDER, WANDER), random.between(-WANDER, WANDER)];
    if (at < seconds) found.push({ seconds: at, yaw, pitch });
    at += random.between(...AT_VIEWER);
  }
  return found;
}

/** The direction at each frame, as [yaw, pitch] in degrees. */
export function gazeOf(found: readonly Fixation[], fps: number, frames: number): Float32Array {
  const directions = new Float32Array(frames * 2);
  let i = 0;
  for (let frame = 0; frame < frames; frame++) {
    const seconds = (frame + 0.5) / fps;
    while (i + 1 < found.length && found[i + 1]!.seconds <= seconds) i++;
    const [now, before] = [found[i]!, found[Math.max(0, i - 1)]!];
    const share = smoothStep((seconds - now.seconds) / SACCADE);
    directions[2 * frame] = before.yaw + share * (now.yaw - before.yaw);
    directions[2 * frame + 1] = before.pitch + share * (now.pitch - before.pitch);
  }
  return directions;
}
