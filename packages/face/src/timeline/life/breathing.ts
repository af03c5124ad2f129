import { smoothStep } from '../mouth/holds.js';
import type { TimeRange } from '../time-range.js';

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

/** -1 (breathed out) to 1 (breathed in) at each frame: in before a phrase, slowly out while it is said, calm in silence. */
export function breathing(phrases: readonly TimeRange[], fps: number, frames: number): Float32Array {
  const turns = turnsOf(phrases, frames / fps);
  const levels = new Float32Array(frames);
  let i = 0;
  for (let frame = 0; frame < frames; frame++) {
    const seconds = (frame + 0.5) / fps;
    while (i + 2 < turns.length && turns[i + 1]!.seconds <= seconds) i++;
    const [from, to] = [turns[i]!, turns[i + 1]!];
    const share = smoothStep((seconds - from.seconds) / (to.seconds - from.seconds));
    levels[frame] = from.level + share * (to.level - from.level);
  }
  return levels;
}

/** Where the breath turns: at least two, the last behind the clip. */
function turnsOf(phrases: readonly TimeRange[], seconds: number): Turn[] {
  const turns: Turn[] = [{ seconds: -HALF_BREATH, level: EMPTY / 2 }];
  for (const { start, end } of phrases) {
    const last = turns.at(-1)!;
    const pause = start - last.seconds;
    if (pause >= INHALING_PAUSE) {
      calmBreaths(turns, start - HALF_BREATH);
      const { seconds: from, level } = turns.at(-1)!;
      turns.push({ seconds: start, level: Math.min(FULL, level + FASTEST * (start - from)) });
    }
    const { seconds: from, level } = turns.at(-1)!;
    if (end > from) turns.push({ seconds: end, level: Math.max(EMPTY, level - SPEECH_RATE * (end - from)) });
  }
  calmBreaths(turns, seconds + HALF_BREATH);
  turns.push({ seconds: turns.at(-1)!.seconds + HALF_BREATH, level: 0 });
  return turns;
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
