import { TextRefusal } from './text-refusal.js';

/** What stands between two pause marks, and the silence behind it. */
export interface Section {
  readonly start: number;
  readonly end: number;
  readonly pauseMs: number;
}

const LONGEST_PAUSE_MS = 60_000;
/** Silence is held in one piece before the sentence behind it. */
const LONGEST_PAUSES_MS = 600_000;

/** Cuts the cleaned text at "[pause 500ms]" and "[pause 1.5s]". Throws `invalid_pause`. */
export function sectionsOf(text: string): Section[] {
  const sections: Section[] = [];
  let start = 0;
  let sum = 0;
  for (const match of text.matchAll(/\[\s?pause\b([^\][\n]{0,40})\]/gi)) {
    const time = /^\s{0,4}(\d{1,6}(?:\.\d{1,6})?)\s?(ms|s)\s{0,4}$/i.exec(match[1]!);
    const pauseMs =
      time === null ? Number.NaN : Number(time[1]) * (time[2]!.toLowerCase() === 's' ? 1000 : 1);
    if (!(pauseMs <= LONGEST_PAUSE_MS))
      throw new TextRefusal(
        'invalid_pause',
        `Expected a pause such as [pause 500ms] or [pause 1.5s] of at most ${LONGEST_PAUSE_MS / 1000} s, received "${match[0]}"`,
      );
    sum += pauseMs;
    if (sum > LONGEST_PAUSES_MS)
      throw new TextRefusal(
        'invalid_pause',
        `Expected pauses of at most ${LONGEST_PAUSES_MS / 1000} s in a text together, received more`,
      );
    sections.push({ start, end: match.index, pauseMs });
    start = match.index + match[0].length;
  }
  return [...sections, { start, end: text.length, pauseMs: 0 }];
}
