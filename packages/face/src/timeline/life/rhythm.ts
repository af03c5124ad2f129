import { CLOSING_PAUSE } from '../mouth/phones.js';
import type { SpokenTimeline } from '../spoken-timeline.js';
import type { TimeRange } from '../time-range.js';

/** What of the speech the rest of the face answers to. Seconds; all in order. */
export interface Rhythm {
  readonly phrases: readonly TimeRange[];
  readonly stresses: readonly Stress[];
  /** Where the voice rises to a question's end. */
  readonly questions: readonly number[];
}

export interface Stress {
  readonly seconds: number;
  /** 0 to 1: how much it stands out among the others. */
  readonly strength: number;
}

export function rhythmOf({ phonemes, words }: SpokenTimeline): Rhythm {
  const phrases: { start: number; end: number }[] = [];
  for (const { start, end } of phonemes) {
    const last = phrases.at(-1);
    if (last === undefined || start - last.end >= CLOSING_PAUSE) phrases.push({ start, end });
    else last.end = end;
  }
  const stressed = phonemes.filter(({ stress }) => stress === 1);
  const mean = stressed.reduce((sum, { start, end }) => sum + end - start, 0) / stressed.length;
  const stresses = stressed.map(({ start, end }) => ({
    seconds: (start + end) / 2,
    // Long vowels are where the speaker leans on a word.
    strength: Math.min(1, (end - start) / (2 * mean)),
  }));
  const questions = words.flatMap(({ end, question }) => (question === true ? [end] : []));
  return { phrases, stresses, questions };
}
