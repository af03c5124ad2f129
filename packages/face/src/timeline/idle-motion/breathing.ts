import { smoothStep } from '../../smooth-step.js';
import type { TimeRange } from '../spoken-timeline.js';

/** Half a breath at rest, 0.25 Hz: two seconds in, two out. */
const HALF_BREATH = 2;
/**
 * Seconds of silence that suffice to breathe in, and the maximum speed in units of the breath for each
 * second.
 */
const INHALING_PAUSE = 0.35;
const FASTEST = 4;
/** Units by which a second of speech empties the chest. */
const SPEECH_RATE = 0.35;
const EMPTY = -1;
const FULL = 1;

interface Turn {
  seconds: number;
  level: number;
}

/** Breathes in before a phrase, out slowly during the phrase, and calmly in silence. */
export interface Breath {
  /** Sets the known phrases in order. The last phrase may grow in the next call. */
  hear(phrases: readonly TimeRange[]): void;
  /** Returns -1 (breathed out) to 1 (breathed in). Moments must not decrease between calls. */
  levelAt(seconds: number): number;
  /** Continues calmly from a level. */
  rest(seconds: number, level: number): void;
  held(): number;
}

export function createBreath(): Breath {
  /**
   * Turning points of the breath up to the end of the last complete phrase, starting with the last one before
   * the present.
   */
  let settled: Turn[] = [{ seconds: -HALF_BREATH, level: EMPTY / 2 }];
  /**
   * All turning points, with the assumption that the last phrase ends at its present end and that silence
   * follows.
   */
  let turns: Turn[] = [...settled];
  let settledPhrases = Number.NEGATIVE_INFINITY;
  let spokenUntil = Number.NEGATIVE_INFINITY;
  return {
    hear: (phrases) => {
      for (const phrase of phrases.slice(0, -1)) {
        if (phrase.start <= settledPhrases) continue;
        addPhrase(settled, phrase);
        settledPhrases = phrase.start;
      }
      turns = [...settled];
      const last = phrases.at(-1);
      if (last === undefined) return;
      addPhrase(turns, last);
      spokenUntil = last.end;
    },
    levelAt: (seconds) => {
      calmBreaths(turns, seconds + HALF_BREATH);
      while (turns.length > 2 && turns[1]!.seconds <= seconds) turns.shift();
      while (settled.length > 1 && settled[1]!.seconds <= seconds) settled.shift();
      const [from, to] = [turns[0]!, turns[1]!];
      if (from.seconds > spokenUntil) settled = [from];
      const share = smoothStep((seconds - from.seconds) / (to.seconds - from.seconds));
      return from.level + share * (to.level - from.level);
    },
    rest: (seconds, level) => {
      settled = [{ seconds, level }];
      turns = [...settled];
      spokenUntil = seconds;
    },
    held: () => settled.length + turns.length,
  };
}

function addPhrase(turns: Turn[], { start, end }: TimeRange): void {
  if (start - turns.at(-1)!.seconds >= INHALING_PAUSE) {
    calmBreaths(turns, start - HALF_BREATH);
    const { seconds: from, level } = turns.at(-1)!;
    turns.push({ seconds: start, level: Math.min(FULL, level + FASTEST * (start - from)) });
  }
  const { seconds: from, level } = turns.at(-1)!;
  if (end > from) turns.push({ seconds: end, level: Math.max(EMPTY, level - SPEECH_RATE * (end - from)) });
}

/** Breathes out and in until `until`, in whole breaths. */
function calmBreaths(turns: Turn[], until: number): void {
  let { seconds, level } = turns.at(-1)!;
  while (seconds + HALF_BREATH <= until) {
    seconds += HALF_BREATH;
    level = level > 0 ? EMPTY / 2 : FULL / 2;
    turns.push({ seconds, level });
  }
}
