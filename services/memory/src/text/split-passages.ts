import { lengthInLetters } from '@anima/text/letters';
import { sentenceRanges } from './sentences.js';

/** A part of a text: `text.slice(start, end)`, in UTF-16 code units. It never splits a surrogate pair. */
export interface TextRange {
  start: number;
  end: number;
}

/**
 * Maximum size of a passage by `lengthInLetters`, about 130 tokens: it fits into one window of an embedding
 * model. Measured on long memories in benchmarks/src/retrieval/passages.ts.
 */
const MAX_LETTERS = 600;
/** A text of at most this size is one passage. */
const MAX_WHOLE_LETTERS = 900;
/** The sentence before and the sentence after a passage are shown with it up to this size. */
const MAX_SURROUNDING_LETTERS = 200;

/** A sentence, line or code block. The units of a text follow one another without a gap. */
interface TextUnit extends TextRange {
  letters: number;
  /** Whether a paragraph, heading or code block starts here. */
  opens: boolean;
}

export interface SplitText {
  /** At least one passage; the passages follow one another without a gap. */
  passages: TextRange[];
  /** Returns the passage with the sentences or lines around it, without white space at both ends. */
  withSurroundings(passage: TextRange): TextRange;
}

/** Returns whether a text has more than one passage. */
export const isLong = (text: string): boolean =>
  text.length > MAX_WHOLE_LETTERS / 3 && lengthInLetters(text) > MAX_WHOLE_LETTERS;

/**
 * Splits a text into passages of whole sentences, lines and code blocks, in time linear in its length. The
 * same text always has the same passages, so that a passage is known by its number.
 */
export function splitPassages(text: string): SplitText {
  const units = isLong(text)
    ? unitsOf(text)
    : [{ start: 0, end: text.length, letters: MAX_LETTERS, opens: true }];
  return {
    passages: groups(units),
    withSurroundings: (passage) => surrounded(text, units, passage),
  };
}

function groups(units: readonly TextUnit[]): TextRange[] {
  const passages: (TextRange & { letters: number })[] = [];
  for (const { start, end, letters, opens } of units) {
    const last = passages.at(-1);
    const isFull =
      last === undefined ||
      last.letters + letters > MAX_LETTERS ||
      (opens && last.letters >= MAX_LETTERS / 2);
    if (isFull) passages.push({ start, end, letters });
    else {
      last.end = end;
      last.letters += letters;
    }
  }
  const [before, rest] = passages.slice(-2);
  // A short end is no passage of its own.
  if (rest !== undefined && rest.letters < MAX_LETTERS / 4) {
    passages.pop();
    before!.end = rest.end;
  }
  return passages.map(({ start, end }) => ({ start, end }));
}

function surrounded(text: string, units: readonly TextUnit[], { start, end }: TextRange): TextRange {
  const isSmall = (unit: TextUnit | undefined) =>
    unit !== undefined && unit.letters <= MAX_SURROUNDING_LETTERS;
  const before = units.find((unit) => unit.end === start);
  const after = units.find((unit) => unit.start === end);
  return trimmed(text, {
    start: isSmall(before) ? before!.start : start,
    end: isSmall(after) ? after!.end : end,
  });
}

function trimmed(text: string, { start, end }: TextRange): TextRange {
  const shown = text.slice(start, end);
  const from = start + shown.length - shown.trimStart().length;
  return { start: from, end: Math.max(from, start + shown.trimEnd().length) };
}

const FENCE = /^ {0,3}(?:```|~~~)/;
const HEADING = /^#{1,6} /;

function unitsOf(text: string): TextUnit[] {
  const units: TextUnit[] = [];
  let opens = true;
  /** Start of an open code block. */
  let fence: number | null = null;
  /** Lines of an open code block, which are units if the block is too long or never closed. */
  let inFence: TextUnit[] = [];
  for (let start = 0; start < text.length; ) {
    const lineEnd = text.indexOf('\n', start);
    const end = lineEnd === -1 ? text.length : lineEnd + 1;
    const line = text.slice(start, end);
    const isFence = FENCE.test(line);
    const own = lineUnits(line, start, opens || isFence || HEADING.test(line));
    if (fence === null && !isFence) units.push(...own);
    else {
      // A loop, because a line can have more units than a call can have arguments.
      for (const unit of own) inFence.push(unit);
      if (fence === null) fence = start;
      else if (isFence) {
        const letters = inFence.reduce((sum, unit) => sum + unit.letters, 0);
        if (letters > MAX_LETTERS) for (const unit of inFence) units.push(unit);
        else units.push({ start: fence, end, letters, opens: true });
        fence = null;
        inFence = [];
      }
    }
    opens = line.trim() === '';
    start = end;
  }
  for (const unit of inFence) units.push(unit);
  return units;
}

/** Returns a line, its sentences if the line is longer than a passage, or pieces of longer sentences. */
function lineUnits(line: string, offset: number, opens: boolean): TextUnit[] {
  const letters = lengthInLetters(line);
  if (letters <= MAX_LETTERS) return [{ start: offset, end: offset + line.length, letters, opens }];
  const starts = sentenceRanges(line).map(({ start }) => start);
  starts[0] = 0;
  const units = starts.flatMap((start, at) => pieces(line, start, starts[at + 1] ?? line.length));
  return units.map(({ start, end }, at) => ({
    start: offset + start,
    end: offset + end,
    letters: lengthInLetters(line.slice(start, end)),
    opens: opens && at === 0,
  }));
}

/** Cuts a sentence between words, or between characters if it has no spaces. */
function pieces(line: string, from: number, to: number): TextRange[] {
  const found: TextRange[] = [];
  let start = from;
  while (lengthInLetters(line.slice(start, Math.min(to, start + MAX_LETTERS + 1))) > MAX_LETTERS) {
    const isDense = lengthInLetters(line.slice(start, start + MAX_LETTERS)) > 2 * MAX_LETTERS;
    const farthest = Math.min(to, start + (isDense ? MAX_LETTERS / 3 : MAX_LETTERS));
    const space = line.lastIndexOf(' ', farthest - 1) + 1;
    const end = space > start + (farthest - start) / 2 ? space : wholeCharacter(line, farthest);
    if (end <= start || end >= to) break;
    found.push({ start, end });
    start = end;
  }
  found.push({ start, end: to });
  return found;
}

function wholeCharacter(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff ? at - 1 : at;
}
