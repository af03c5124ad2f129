/**
 * Splits texts into sentences. Speech splits sentences differently, by breath and across wrapped lines: see
 * packages/speech/src/text/sentence-ranges.ts.
 */

/** A full stop after these words or a single letter ends no sentence: "e.g.", "J. Smith". */
const ABBREVIATIONS = 'approx cf Dr e.g etc i.e Inc Mr Mrs Ms No St U.K U.S vs'.split(' ');
const written = ABBREVIATIONS.map((word) => word.replace('.', '\\.')).join('|');
/** Sentences start with a capital, a digit or a quotation mark. "fly.io" has no end; CJK needs no space. */
const END = new RegExp(
  `(?<!\\b(?:${written}|\\p{Lu}))[.!?;]["')\\]]*\\s+(?=["'([]?[\\p{Lu}\\p{N}\`])|[。！？](?![。！？])["'”’」』）]*\\s*`,
  'gu',
);
const folded = new Set(ABBREVIATIONS.map((word) => word.replace('.', '').toLowerCase()));

/** Returns whether a full stop after the word can be part of it. `word` is in lower case. */
export function isAbbreviation(word: string): boolean {
  return folded.has(word) || /^\p{L}$/u.test(word);
}

export interface SentenceRange {
  start: number;
  /** Offset after the final punctuation, without closing quotes and brackets. */
  end: number;
}

/** Returns the sentences of a line or paragraph in order, without white space around them. */
export function sentenceRanges(text: string): SentenceRange[] {
  const ranges: SentenceRange[] = [];
  let start = text.length - text.trimStart().length;
  for (const { index, 0: border } of text.matchAll(END)) {
    ranges.push({ start, end: index + 1 });
    start = index + border.length;
  }
  const end = text.trimEnd().length;
  if (start < end) ranges.push({ start, end });
  return ranges;
}

/**
 * Splits the text at every full stop, semicolon and line end. Used if one word decides the meaning of a
 * nearby date or path: a clause that is too short loses information, and a clause that is too long includes
 * words of its neighbour.
 */
export function clauses(text: string): string[] {
  return text.split(/(?<=[.!?])\s+(?=\S)|[\n;]+/);
}
