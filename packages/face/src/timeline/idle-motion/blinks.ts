import type { Random } from './seeded-random.js';

/** Seconds between blinks: speakers blink about every four seconds (Bentivoglio et al., 1997). */
export const SHORTEST_INTERVAL = 1.5;
export const LONGEST_INTERVAL = 8;
/** Exponent of a uniform draw. Gives a mean of 4 seconds, 1.5 + 6.5 / 2.6. */
const SKEW = 1.6;
/** Share of double blinks, and the delay of the second blink in seconds. */
const DOUBLE = 0.1;
const SECOND_AFTER = [0.26, 0.36] as const;
/**
 * A blink that is due this near to the end of a phrase, in seconds, probably follows the end. The last value
 * is the delay after the phrase.
 */
const PHRASE_END_REACH = 0.9;
const PHRASE_END_CHANCE = 0.8;
const BEHIND_PHRASE = 0.08;

export interface Blink {
  /** Moment at which the eye is closed, in seconds. */
  readonly seconds: number;
  /** Whether the blink immediately follows another. */
  readonly second: boolean;
}

/** The blinks of a face in order. */
export interface Blinks {
  /**
   * Returns the blinks before `seconds` that were not returned yet. A blink that waits for the end of a
   * phrase is decided by the currently known ends, in order.
   */
  before(seconds: number, phraseEnds: readonly number[]): Blink[];
  /** Returns a moment: no blink before it depends on the ends of phrases from `unknownFrom` on. */
  decidedUntil(phraseEnds: readonly number[], unknownFrom: number): number;
}

interface Draw {
  readonly due: number;
  readonly followsPhrase: boolean;
  readonly isDouble: boolean;
  readonly gap: number;
}

export function createBlinks(random: Random): Blinks {
  // The last blink was some time before the first frame.
  let last = -random.between(0, LONGEST_INTERVAL / 2);
  let next = draw();
  /** Decided blinks that were not returned yet. */
  let waiting: Blink[] = [];

  function draw(): Draw {
    return {
      due: last + SHORTEST_INTERVAL + (LONGEST_INTERVAL - SHORTEST_INTERVAL) * random.next() ** SKEW,
      followsPhrase: random.chance(PHRASE_END_CHANCE),
      isDouble: random.chance(DOUBLE),
      gap: random.between(...SECOND_AFTER),
    };
  }

  function decide(seconds: number): void {
    last = seconds;
    if (seconds >= 0) {
      waiting.push({ seconds, second: false });
      if (next.isDouble) {
        last += next.gap;
        waiting.push({ seconds: last, second: true });
      }
    }
    next = draw();
  }

  const behind = (end: number): number => inInterval(end + BEHIND_PHRASE, last);

  /** Returns the moment of the next blink by the known ends. */
  function moment(phraseEnds: readonly number[]): number {
    const end = next.followsPhrase ? nearestWithin(phraseEnds, next.due) : undefined;
    return end === undefined ? next.due : behind(end);
  }

  /** Returns the earliest moment of the next blink if it is not decided, else undefined. */
  function undecided(phraseEnds: readonly number[], unknownFrom: number): number | undefined {
    const { due, followsPhrase } = next;
    if (!followsPhrase || unknownFrom > due + PHRASE_END_REACH) return undefined;
    const end = nearestWithin(phraseEnds, due);
    if (end !== undefined && unknownFrom - due >= Math.abs(end - due)) return undefined;
    const unknown = behind(Math.max(unknownFrom, due - PHRASE_END_REACH));
    return Math.min(due, unknown, end === undefined ? due : behind(end));
  }

  return {
    before: (seconds, phraseEnds) => {
      if (waiting.length === 0 && next.due - PHRASE_END_REACH >= seconds) return [];
      for (let at = moment(phraseEnds); at < seconds; at = moment(phraseEnds)) decide(at);
      const told = waiting.filter((blink) => blink.seconds < seconds);
      waiting = waiting.filter((blink) => blink.seconds >= seconds);
      return told;
    },
    decidedUntil: (phraseEnds, unknownFrom) => {
      for (;;) {
        const earliest = undecided(phraseEnds, unknownFrom);
        if (earliest !== undefined) return earliest;
        const at = moment(phraseEnds);
        if (at >= unknownFrom) return at;
        decide(at);
      }
    },
  };
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
