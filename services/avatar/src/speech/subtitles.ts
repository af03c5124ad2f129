import type { MediaRef } from '../media/media-ref.js';
import type { TimedWord } from './speech-engine.js';

export interface Cue {
  /** Seconds. */
  start: number;
  end: number;
  text: string;
}

/** Subtitles as files next to the audio or clip. */
export interface SubtitleFiles {
  srt: MediaRef;
  vtt: MediaRef;
}

/** Limits of broadcasters: two lines of 42 characters, and seven seconds. */
const MAX_CHARACTERS = 84;
const MAX_LINE = 42;
const MAX_SECONDS = 7;
/** Spoken as silence. */
const PAUSE_MARK = /\[\s?pause\b[^\][\n]{0,40}\]/gi;
const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  '#39': "'",
  nbsp: ' ',
};
/** A pause this long ends a cue. */
const PAUSE_SECONDS = 0.6;
/** Shorter cues cannot be read: they stay as long as the next one lets them. */
const MIN_SECONDS = 1;
/** A cue that has at least so much of its length is cut where the sense lets it be cut. */
const SHORTEST_SHARE = 0.4;

/**
 * Cuts the original text into cues at the ends of sentences and at pauses. Text that is too long for one cue
 * is cut where it reads best. Spoken words that share a range ("$12.50") stay in one cue.
 */
export function toCues(text: string, words: readonly TimedWord[]): Cue[] {
  const cues: Cue[] = [];
  for (let first = 0; first < words.length; ) {
    const last = lastOfCue(text, words, first);
    cues.push({
      start: words[first]!.start,
      end: words[last]!.end,
      text: shownText(text, words, first, last),
    });
    first = last + 1;
  }
  return cues.map((cue, i) => {
    const limit = cues[i + 1]?.start ?? Number.POSITIVE_INFINITY;
    return { ...cue, end: Math.min(Math.max(cue.end, cue.start + MIN_SECONDS), Math.max(limit, cue.end)) };
  });
}

/** The text of some words as a reader sees it: without tags, pauses and addresses of links. */
function shownText(text: string, words: readonly TimedWord[], first: number, last: number): string {
  let shown = '';
  let at = words[first]!.charStart;
  for (let i = first; i <= last; i++) {
    const { charStart, charEnd } = words[i]!;
    if (charEnd <= at) continue;
    shown = withBetween(shown, text.slice(at, charStart)) + text.slice(Math.max(at, charStart), charEnd);
    at = charEnd;
  }
  shown = withBetween(shown, text.slice(at, words[last + 1]?.charStart ?? text.length));
  return shown
    .replace(/&(amp|lt|gt|quot|apos|#39|nbsp);/g, (_entity, name: string) => ENTITIES[name]!)
    .replace(/\s+/g, ' ')
    .trim();
}

/** The bracket in which the text of a link began is not shown either. */
function withBetween(shown: string, between: string): string {
  const open = between.includes('](') ? shown.lastIndexOf('[') : -1;
  const started = open === -1 ? shown : shown.slice(0, open).replace(/!$/, '') + shown.slice(open + 1);
  return started + withoutMarkup(between);
}

/** Returns the text between two words. A spoken sign has the range of a word. */
function withoutMarkup(between: string): string {
  const link = between.indexOf('](');
  const unlinked =
    link === -1
      ? between
      : between.slice(0, link) + between.slice(Math.max(link + 2, between.indexOf(')', link) + 1));
  const plain = unlinked.replace(PAUSE_MARK, ' ');
  const [open, close] = [plain.indexOf('<'), plain.lastIndexOf('>')];
  if (open === -1 || close < open) return plain;
  return plain.slice(0, open) + plain.slice(close + 1) || ' ';
}

/** The last word of the cue that begins with the word `first`. */
function lastOfCue(text: string, words: readonly TimedWord[], first: number): number {
  let best: { at: number; weight: number } | undefined;
  for (let at = first; ; at++) {
    const next = words[at + 1];
    if (next === undefined) return at;
    if (next.charStart < words[at]!.charEnd) continue;
    if (endsCue(text, words[at]!, next)) return at;
    const share = Math.max(
      (words[at]!.end - words[first]!.start) / MAX_SECONDS,
      shownText(text, words, first, at).length / MAX_CHARACTERS,
    );
    const weight = breakWeight(text, words[at]!, next) + (share < SHORTEST_SHARE ? 0 : 4) + share;
    if (best === undefined || weight >= best.weight) best = { at, weight };
    if (!fits(text, words, first, wholeEnd(words, at + 1))) return best.at;
  }
}

/** The last of the words that share the range of one. */
function wholeEnd(words: readonly TimedWord[], at: number): number {
  let end = at;
  while (words[end + 1] !== undefined && words[end + 1]!.charStart < words[end]!.charEnd) end++;
  return end;
}

function endsCue(text: string, last: TimedWord, next: TimedWord): boolean {
  const between = text.slice(last.charEnd, next.charStart);
  if (/\n\s*\n/.test(between) || next.start - last.end >= PAUSE_SECONDS) return true;
  if (!/[.!?…]["'”’)\]]*\s/.test(between)) return false;
  // "10:30 p.m. on Monday" continues.
  const goesOn = /^[^\S\n]*["'“‘([]?[\p{Ll}\d]/u.test(
    text.slice(last.charEnd).replace(/^[.!?…"'”’)\]]+/, ''),
  );
  return !(
    goesOn &&
    /(?:^|\P{L})(?:\p{L}\.){1,4}$/u.test(text.slice(Math.max(0, last.charEnd - 10), last.charEnd + 1))
  );
}

function fits(text: string, words: readonly TimedWord[], first: number, last: number): boolean {
  if (words[last]!.end - words[first]!.start > MAX_SECONDS) return false;
  return linesOf(shownText(text, words, first, last)).every((line, i) => i < 2 && line.length <= MAX_LINE);
}

/** How well a cue ends between two words: 3 behind punctuation, 2 before a word that joins, 0 in a date, a time or a name. */
function breakWeight(text: string, last: TimedWord, next: TimedWord): number {
  const before = text.slice(Math.max(0, last.charEnd - 24), last.charEnd);
  const between = text.slice(last.charEnd, next.charStart);
  const after = text.slice(next.charStart, next.charStart + 24);
  if (isOneExpression(before, between, after)) return -8;
  if (/[,;:—–)]["'”’]?\s/.test(between)) return 3;
  if (
    /^(?:and|but|or|so|because|that|which|who|where|when|while|if|although|though|as|than|then|until|after|before)\b/i.test(
      after,
    )
  )
    return 2;
  if (
    /^(?:of|in|on|at|for|with|from|by|into|about|through|during|between|without|under|over|to)\b/i.test(after)
  )
    return 1;
  return /(?:^|\s)(?:an?|the|of|in|on|at|for|with|from|by|to|and|or|but|my|your|his|her|its|our|their|is|are|was|were)$/i.test(
    before,
  )
    ? -2
    : 0;
}

const MONTH =
  '(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)\\.?';
const DAY = '(?:Mon|Tues?|Wed(?:nes)?|Thu(?:rs)?|Fri|Sat(?:ur)?|Sun)(?:day)?\\.?';
const DATE_BEFORE = new RegExp(`(?:^|[^\\p{L}])(?:${MONTH}|${DAY}|\\d{1,2}(?:st|nd|rd|th)?)$`, 'iu');
const DATE_AFTER = new RegExp(
  `^(?:${MONTH}(?!\\p{L})|\\d{1,4}(?:st|nd|rd|th)?(?![\\p{L}\\d])|[ap]\\.?m\\b)`,
  'iu',
);
const TIME_BEFORE = /(?:\d(?::\d\d)?|[ap]\.?m\.?|noon|midnight|o'clock)$/i;
const TIME_AFTER = new RegExp(
  `^(?:[ap]\\.?m\\b|(?:on|at|in)\\s+(?:${DAY}|${MONTH})(?!\\p{L})|${DAY}(?!\\p{L})|${MONTH}(?!\\p{L})|[A-Z]{2,4}\\b|o'clock)`,
  'iu',
);
const DATE_LINK = new RegExp(`(?:${DAY}|${MONTH}|\\d{1,4}(?:st|nd|rd|th)?),?\\s+(?:at|on)?$`, 'iu');

/** Detects a date and its time, a number and its unit, or a title and its name, which are read as one. */
function isOneExpression(before: string, between: string, after: string): boolean {
  if (/[;:!?—]/.test(between)) return false;
  if (DATE_BEFORE.test(before) && DATE_AFTER.test(after)) return true;
  if (TIME_BEFORE.test(before) && TIME_AFTER.test(after)) return true;
  if (/(?:^|\s)(?:at|on|by|from|until)$/i.test(before) && (/^\d/.test(after) || DATE_AFTER.test(after)))
    return true;
  if (/^(?:at|on)\s+\d/i.test(after) && DATE_LINK.test(`${before} `)) return true;
  if (/(?:^|\s)(?:Mr|Mrs|Ms|Dr|Prof|St|No|Vol|Fig|Chapter|Page)$/.test(before)) return true;
  return (
    /\d$/.test(before) &&
    /^\s*$/.test(between) &&
    /^(?:%|°|[a-zμ]{1,3}\b|percent|million|billion|thousand|dollars|euros|pounds)/i.test(after)
  );
}

/** SubRip. */
export function toSrt(cues: readonly Cue[]): string {
  return cues
    .map(
      ({ start, end, text }, i) =>
        `${i + 1}\n${timecode(start, ',')} --> ${timecode(end, ',')}\n${wrap(text)}\n`,
    )
    .join('\n');
}

/** WebVTT (W3C). */
export function toVtt(cues: readonly Cue[]): string {
  const escaped = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
  const blocks = cues.map(
    ({ start, end, text }) => `${timecode(start, '.')} --> ${timecode(end, '.')}\n${escaped(wrap(text))}\n`,
  );
  return ['WEBVTT\n', ...blocks].join('\n');
}

function timecode(seconds: number, decimal: ',' | '.'): string {
  const ms = Math.round(seconds * 1000);
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const three = String(ms % 1000).padStart(3, '0');
  return `${two(ms / 3_600_000)}:${two((ms / 60_000) % 60)}:${two((ms / 1000) % 60)}${decimal}${three}`;
}

function wrap(text: string): string {
  return linesOf(text).join('\n');
}

/** Returns two lines of similar length if one is too long, and more only if the text fits no cue. */
function linesOf(text: string): string[] {
  if (text.length <= MAX_LINE) return [text];
  const spaces = [...text.matchAll(/ /g)].map(({ index }) => index);
  const both = spaces.filter((at) => at <= MAX_LINE && text.length - at - 1 <= MAX_LINE);
  const middle = text.length / 2;
  const nearest = (places: readonly number[], place: number) =>
    places.reduce((best, at) => (Math.abs(at - place) < Math.abs(best - place) ? at : best));
  if (both.length > 0) {
    const cut = nearest(both, middle);
    return [text.slice(0, cut), text.slice(cut + 1)];
  }
  const cut = spaces.findLast((at) => at <= MAX_LINE) ?? MAX_LINE;
  return [text.slice(0, cut), ...linesOf(text.slice(cut).trimStart())];
}
