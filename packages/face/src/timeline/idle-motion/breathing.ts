import { smoothStep } from '../../smooth-step.js';
import type { TimeRange } from '../spoken-timeline.js';

/** At rest .25 Hz: two seconds in, two out. */
const HALF_BREATH = 2;
/** Seconds of silence that are enough to breathe in, and how fast that goes at most, in breaths of 2 a second. */
const INHALING_PAUSE = 0.35;
const FASTEST = 4;
/** How far a second of speech empties the chest. */
const SPEECH_RATE = 0.35;
const EMPTY = -1;
const FULL = 1;

interface Turn {
  seconds: number;
  level: number;
}

/** In before a phrase, slowly out while it is said, calm in silence. */
export interface Breath {
  /** The phrases known so far, in order; the last may grow when it is heard again. */
  hear(phrases: readonly TimeRange[]): void;
  /** -1 (breathed out) to 1 (breathed in). Never asked for a moment before the last. */
  levelAt(seconds: number): number;
  /** Goes on calmly from a level. */
  rest(seconds: number, level: number): void;
  held(): number;
}

export function createBreath(): Breath {
  /** Where the breath turns, up to the end of the last phrase that cannot grow; from the last before now. */
  let settled: Turn[] = [{ seconds: -HALF_BREATH, level: EMPTY / 2 }];
  /** The same with what is only supposed: that the last phrase ends where it does, and silence behind. */
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

/** Breathes out and in until `until`, as far as whole breaths fit. */
function calmBreaths(turns: Turn[], until: number): void {
  let { seconds, level } = turns.at(-1)!;
  while (seconds + HALF_BREATH <= until) {
    seconds += HALF_BREATH;
    level = level > 0 ? EMPTY / 2 : FULL / 2;
    turns.push({ seconds, level });
  }
}
