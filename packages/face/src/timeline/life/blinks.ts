import type { Random } from './seeded-random.js';

/** Seconds between blinks: people blink about every four while they talk (Bentivoglio et al., 1997). */
export const SHORTEST_INTERVAL = 1.5;
export const LONGEST_INTERVAL = 8;
/** Of a uniform draw: gives a mean of 4 seconds, 1.5 + 6.5 / 2.6. */
const SKEW = 1.6;
/** How many blinks are double, and how soon the second follows, in seconds. */
const DOUBLE = 0.1;
const SECOND_AFTER = [0.26, 0.36] as const;
/** A blink due so near to the end of a phrase, in seconds, likely comes just behind it. */
const PHRASE_END_REACH = 0.9;
const PHRASE_END_CHANCE = 0.8;
const BEHIND_PHRASE = 0.08;

export interface Blink {
  /** When the eye is closed, in seconds. */
  readonly seconds: number;
  /** Whether it follows another at once. */
  readonly second: boolean;
}

/** `phraseEnds` in order. */
export function blinks(seconds: number, phraseEnds: readonly number[], random: Random): Blink[] {
  const found: Blink[] = [];
  // As if the last blink was some time before the clip.
  let last = -random.between(0, LONGEST_INTERVAL / 2);
  for (;;) {
    const due = last + SHORTEST_INTERVAL + (LONGEST_INTERVAL - SHORTEST_INTERVAL) * random.next() ** SKEW;
    const followsPhrase = random.chance(PHRASE_END_CHANCE);
    const isDouble = random.chance(DOUBLE);
    const gap = random.between(...SECOND_AFTER);
    const end = followsPhrase ? nearestWithin(phraseEnds, due) : undefined;
    const at = end === undefined ? due : inInterval(end + BEHIND_PHRASE, last);
    if (at >= seconds) return found;
    last = at;
    if (at < 0) continue;
    found.push({ seconds: at, second: false });
    if (!isDouble || at + gap >= seconds) continue;
    found.push({ seconds: at + gap, second: true });
    last = at + gap;
  }
}

function nearestWithin(phraseEnds: readonly number[], due: number): number | undefined {
  let best: number | undefined;
  for (const end of phraseEnds) {
    const distance = Math.abs(end - due);
    if (distance <= PHRASE_END_REACH && (best === undefined || distance < Math.abs(best - due))) best = end;
  }
  return best;
}

function inInterval(seconds: number, last: number): number {
  return Math.min(last + LONGEST_INTERVAL, Math.max(last + SHORTEST_INTERVAL, seconds));
}
