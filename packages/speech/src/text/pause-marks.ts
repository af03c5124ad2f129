/** Milliseconds of a pause whose length cannot be read. */
export const DEFAULT_PAUSE_MS = 500;
const MAX_PAUSE_MS = 60_000;
/** Maximum silence of a text, because silence is stored in one piece. */
const MAX_TOTAL_PAUSE_MS = 600_000;
/** A number without a unit is in seconds below this value, and in milliseconds otherwise. */
const MIN_BARE_MS = 20;

/** A pause in a text. */
export interface PauseMark {
  readonly end: number;
  readonly pauseMs: number;
}

/** End of a sentence in a text, and the silence after it; 0 at the end of a block. */
export interface Cut {
  readonly at: number;
  readonly pauseMs: number;
}

/** The text between two cuts, and the silence after it. */
export interface Section {
  readonly start: number;
  readonly end: number;
  readonly pauseMs: number;
}

const MARK =
  /\[\s{0,4}(?:pause(?![\p{L}\p{N}_])(?<behind>[^\][\n]{0,40})|(?<before>[^\][\n]{1,24})\spause\s{0,4})\]/iuy;
/** The start of an unfinished mark. */
const UNFINISHED = /\[\s{0,4}(?:p|pa|pau|paus|pause(?![\p{L}\p{N}_])[^\][\n]{0,40})?$/iuy;
const TIME =
  /^(?<number>\d{1,9}(?:[.,]\d{1,6})?|[.,]\d{1,6})\s{0,2}(?<unit>ms|msecs?|milli-?seconds?|s|secs?|seconds?|m|mins?|minutes?)?\.?$/i;
const UNITS: readonly (readonly [RegExp, number])[] = [
  [/^(?:ms|mil)/i, 1],
  [/^s/i, 1000],
  [/^m/i, 60_000],
];
/** Separator between "pause" and its length. */
const SEPARATOR = /^[\s:=,;(–—-]{0,6}(?:for\s|of\s|about\s){0,2}\s?/i;
/** Words before "pause" that make a mark: "[short pause]". */
const KIND =
  /^(?:an?\s)?(?:short|brief|small|quick|little|slight|tiny|medium|long|longer|big|dramatic|pregnant|awkward|natural)$/i;
/** Words that mention a pause but request none: "[pause button]", "[pause and resume]", "[pause/break]". */
const NO_MARK =
  /^(?:[\s:-]{0,3}(?:the|your|my|his|her|our|their|this|that|these|those|all|and|or|vs|button|key|menu|icon|screen|feature|mode|option|command|symbol|sign|function|tag|mark|marker|label|is|was|are)(?![\p{L}\p{N}])|\s?[/|&+\\])/iu;
const MAX_WORDS = 5;

/**
 * Reads the pause at a place: "[pause 500ms]", "[pause 1.5s]" and similar marks. The length is
 * DEFAULT_PAUSE_MS if it cannot be read. Returns undefined if the brackets are text.
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

/** Whether the text ends with the start of a pause. */
export function isUnfinishedPause(text: string, at: number): boolean {
  UNFINISHED.lastIndex = at;
  return text[at - 1] !== '\\' && UNFINISHED.test(text);
}

/** Returns the milliseconds of "500ms", "1.5 s", "2 seconds" or a number; undefined for any other text. */
export function pauseTime(written: string): number | undefined {
  const time = TIME.exec(written.trim())?.groups;
  if (time === undefined) return undefined;
  const number = Number(time.number!.replace(',', '.'));
  const { unit } = time;
  if (unit === undefined) return number < MIN_BARE_MS ? number * 1000 : number;
  return number * UNITS.find(([pattern]) => pattern.test(unit))![1];
}

/** Divides a text at its cuts. `onLimited` is called for each pause that is shortened. */
export function sectionsOf(
  cuts: readonly Cut[],
  length: number,
  onLimited: (askedMs: number, pauseMs: number) => void,
): Section[] {
  const sections: Section[] = [];
  let start = 0;
  let sum = 0;
  for (const { at, pauseMs: asked } of cuts) {
    const pauseMs = Math.min(asked, MAX_PAUSE_MS, MAX_TOTAL_PAUSE_MS - sum);
    if (pauseMs < asked) onLimited(asked, pauseMs);
    sum += pauseMs;
    sections.push({ start, end: at, pauseMs });
    start = at;
  }
  return [...sections, { start, end: length, pauseMs: 0 }];
}
