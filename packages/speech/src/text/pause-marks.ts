/** Milliseconds of a pause without a readable length. */
export const DEFAULT_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 60_000;
/** Silence is held in one piece before the sentence behind it. */
const LONGEST_PAUSES_MS = 600_000;
/** A number without a unit means seconds below this value, else milliseconds. */
const FEWEST_BARE_MS = 20;

/** A pause as it was written. */
export interface PauseMark {
  readonly end: number;
  readonly pauseMs: number;
}

/** A place at which a sentence ends, with the silence behind it; 0 for the end of a block. */
export interface Cut {
  readonly at: number;
  readonly pauseMs: number;
}

/** The text between two cuts, and the silence behind it. */
export interface Section {
  readonly start: number;
  readonly end: number;
  readonly pauseMs: number;
}

const MARK =
  /\[\s{0,4}(?:pause(?![\p{L}\p{N}_])(?<behind>[^\][\n]{0,40})|(?<before>[^\][\n]{1,24})\spause\s{0,4})\]/iuy;
/** The beginning of a mark that is not complete. */
const BEGUN = /\[\s{0,4}(?:p|pa|pau|paus|pause(?![\p{L}\p{N}_])[^\][\n]{0,40})?$/iuy;
const TIME =
  /^(?<number>\d{1,9}(?:[.,]\d{1,6})?|[.,]\d{1,6})\s{0,2}(?<unit>ms|msecs?|milli-?seconds?|s|secs?|seconds?|m|mins?|minutes?)?\.?$/i;
const UNITS: readonly (readonly [RegExp, number])[] = [
  [/^(?:ms|mil)/i, 1],
  [/^s/i, 1000],
  [/^m/i, 60_000],
];
/** What stands between "pause" and its length. */
const SEPARATOR = /^[\s:=,;(–—-]{0,6}(?:for\s|of\s|about\s){0,2}\s?/i;
/** "[short pause]": what makes a mark of the words before "pause". */
const KIND =
  /^(?:an?\s)?(?:short|brief|small|quick|little|slight|tiny|medium|long|longer|big|dramatic|pregnant|awkward|natural)$/i;
/** "[pause button]", "[pause and resume]", "[pause/break]": these words speak of a pause and ask for none. */
const NO_MARK =
  /^(?:[\s:-]{0,3}(?:the|your|my|his|her|our|their|this|that|these|those|all|and|or|vs|button|key|menu|icon|screen|feature|mode|option|command|symbol|sign|function|tag|mark|marker|label|is|was|are)(?![\p{L}\p{N}])|\s?[/|&+\\])/iu;
const MAX_WORDS = 5;

/**
 * The pause that is written at a place: "[pause 500ms]", "[pause 1.5s]", and what is almost such a mark, which pauses for
 * its length if it can be read, else for DEFAULT_PAUSE_MS. Undefined: the brackets are text.
 */
export function pauseMarkAt(text: string, at: number): PauseMark | undefined {
  if (text[at] !== '[' || text[at - 1] === '\\') return undefined;
  MARK.lastIndex = at;
  const match = MARK.exec(text);
  // A link such as "[Pause](url)" is text.
  if (match === null || text[at + match[0].length] === '(') return undefined;
  const { behind, before } = match.groups!;
  const end = at + match[0].length;
  if (before !== undefined) {
    const words = before.trim();
    if (KIND.test(words)) return { end, pauseMs: DEFAULT_PAUSE_MS };
    const pauseMs = pauseTime(words);
    return pauseMs === undefined ? undefined : { end, pauseMs };
  }
  const words = behind!.trim();
  if (NO_MARK.test(behind!) || words.split(/\s+/).length > MAX_WORDS) return undefined;
  return { end, pauseMs: pauseTime(words.replace(SEPARATOR, '').replace(/\)$/, '')) ?? DEFAULT_PAUSE_MS };
}

/** Whether the text ends in what may become a pause. */
export function isBegunPause(text: string, at: number): boolean {
  BEGUN.lastIndex = at;
  return text[at - 1] !== '\\' && BEGUN.test(text);
}

/** Milliseconds of "500ms", "1.5 s", "2 seconds" or a bare number; undefined for all else. */
export function pauseTime(written: string): number | undefined {
  const time = TIME.exec(written.trim())?.groups;
  if (time === undefined) return undefined;
  const number = Number(time.number!.replace(',', '.'));
  const { unit } = time;
  if (unit === undefined) return number < FEWEST_BARE_MS ? number * 1000 : number;
  return number * UNITS.find(([pattern]) => pattern.test(unit))![1];
}

/** Cuts a text at its pauses. `onLimited` hears of each pause that is longer than allowed and is shortened. */
export function sectionsOf(
  cuts: readonly Cut[],
  length: number,
  onLimited: (askedMs: number, pauseMs: number) => void,
): Section[] {
  const sections: Section[] = [];
  let start = 0;
  let sum = 0;
  for (const { at, pauseMs: asked } of cuts) {
    const pauseMs = Math.min(asked, LONGEST_PAUSE_MS, LONGEST_PAUSES_MS - sum);
    if (pauseMs < asked) onLimited(asked, pauseMs);
    sum += pauseMs;
    sections.push({ start, end: at, pauseMs });
    start = at;
  }
  return [...sections, { start, end: length, pauseMs: 0 }];
}
