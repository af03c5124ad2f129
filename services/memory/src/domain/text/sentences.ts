/**
 * Where one sentence of a text ends and the next begins. Sentences that are to be spoken are divided otherwise, by breath
 * and over lines that were only wrapped: packages/speech/src/text/sentence-ranges.ts.
 */

/** Written with a full stop that ends no sentence, as single letters are: "e.g.", "J. Smith". */
const ABBREVIATIONS = 'approx cf Dr e.g etc i.e Inc Mr Mrs Ms No St U.K U.S vs'.split(' ');
const written = ABBREVIATIONS.map((word) => word.replace('.', '\\.')).join('|');
/** Behind the stop a capital letter, a number or a quotation begins: "fly.io" and "3.12" end nothing. CJK leaves no space. */
const END = new RegExp(
  `(?<!\\b(?:${written}|\\p{Lu}))[.!?;]["')\\]]*\\s+(?=["'([]?[\\p{Lu}\\p{N}\`])|[。！？](?![。！？])["'”’」』）]*\\s*`,
  'gu',
);
const folded = new Set(ABBREVIATIONS.map((word) => word.replace('.', '').toLowerCase()));

/** Whether a full stop behind this word, in lower case and without stops inside, may be part of it. */
export function isAbbreviation(word: string): boolean {
  return folded.has(word) || /^\p{L}$/u.test(word);
}

export interface SentenceRange {
  start: number;
  /** Behind its mark; quotes and brackets that close there are not counted in. */
  end: number;
}

/** The sentences of a line or paragraph in order, without white space around them. */
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
 * The text cut at every stop, semicolon and end of line. Where one word decides what a date or a path beside it means, a
 * part that is too small says less, but one that is too large brings in the words of its neighbour.
 */
export function clauses(text: string): string[] {
  return text.split(/(?<=[.!?])\s+(?=\S)|[\n;]+/);
}
