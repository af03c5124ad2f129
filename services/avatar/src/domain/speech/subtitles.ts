import type { TimedWord } from '../../ports/speech-engine.js';
import type { MediaRef } from '../media-ref.js';

export interface Cue {
  /** Seconds. */
  start: number;
  end: number;
  text: string;
}

/** What is said, as files beside the sound or clip. */
export interface SubtitleFiles {
  srt: MediaRef;
  vtt: MediaRef;
}

/** What broadcasters ask of a subtitle: two lines of 42 characters, and no more than seven seconds. */
const MAX_CHARACTERS = 84;
const MAX_LINE = 42;
const MAX_SECONDS = 7;
/** Said as silence. */
const PAUSE_MARK = /\[pause [^\][]*\]/gi;
/** A pause this long ends a cue. */
const PAUSE_SECONDS = 0.6;
/** Shorter cues cannot be read: they stay as long as the next one lets them. */
const MIN_SECONDS = 1;

/**
 * The text as it was written, cut into cues at the ends of sentences, at pauses, and where it gets too long. Spoken words
 * that share a range ("$12.50") stand in one cue.
 */
export function toCues(text: string, words: readonly TimedWord[]): Cue[] {
  const cues: Cue[] = [];
  let first = 0;
  for (let at = 0; at < words.length; at++) {
    const next = words[at + 1];
    if (next !== undefined && !endsCue(text, words[first]!, words[at]!, next)) continue;
    const end = next === undefined ? text.length : next.charStart;
    cues.push({
      start: words[first]!.start,
      end: words[at]!.end,
      text: text.slice(words[first]!.charStart, end).replace(PAUSE_MARK, ' ').replace(/\s+/g, ' ').trim(),
    });
    first = at + 1;
  }
  return cues.map((cue, i) => {
    const limit = cues[i + 1]?.start ?? Number.POSITIVE_INFINITY;
    return { ...cue, end: Math.min(Math.max(cue.end, cue.start + MIN_SECONDS), Math.max(limit, cue.end)) };
  });
}

function endsCue(text: string, first: TimedWord, last: TimedWord, next: TimedWord): boolean {
  if (next.charStart < last.charEnd) return false;
  const between = text.slice(last.charEnd, next.charStart);
  if (/[.!?…]["'”’)\]]*\s|\n\s*\n/.test(between)) return true;
  if (next.start - last.end >= PAUSE_SECONDS) return true;
  if (next.end - first.start > MAX_SECONDS) return true;
  return next.charEnd - first.charStart > MAX_CHARACTERS;
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
    ({ start, end, text }) => `${timecode(start, '.')} --> ${timecode(end, '.')}\n${wrap(escaped(text))}\n`,
  );
  return ['WEBVTT\n', ...blocks].join('\n');
}

function timecode(seconds: number, decimal: ',' | '.'): string {
  const ms = Math.round(seconds * 1000);
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const three = String(ms % 1000).padStart(3, '0');
  return `${two(ms / 3_600_000)}:${two((ms / 60_000) % 60)}:${two((ms / 1000) % 60)}${decimal}${three}`;
}

/** Two lines of about the same length where one does not fit. */
function wrap(text: string): string {
  if (text.length <= MAX_LINE) return text;
  const spaces = [...text.matchAll(/ /g)].map(({ index }) => index);
  if (spaces.length === 0) return text;
  const middle = text.length / 2;
  const cut = spaces.reduce((best, at) => (Math.abs(at - middle) < Math.abs(best - middle) ? at : best));
  return `${text.slice(0, cut)}\n${text.slice(cut + 1)}`;
}
