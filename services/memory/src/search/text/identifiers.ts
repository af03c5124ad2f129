import { composeText, fold } from './fold.js';

/**
 * Returns whether words that are joined by signs are a name that should also be found as a whole: "KX-4471",
 * "ERR_CONN_RESET", "recall.ts", "10.0.0.12", "parseQuestion", "#4521", "C++", ".env"; but not
 * "mother-in-law", "and/or", "it's", "2023", or two sentences without a space between them.
 */
export function isIdentifier(text: string): boolean {
  if (/^[#.@$]/.test(text) || /[+#]$/.test(text)) return true;
  if (/[_\\@=:]/.test(text)) return true;
  if (/[.]/.test(text)) return !SENTENCE_BREAK.test(text);
  if (/\p{N}/u.test(text)) return /[\p{L}\-/]/u.test(text);
  if (/\/.*\//.test(text)) return true;
  return /\p{Ll}\p{Lu}|\p{Lu}{2}\p{Ll}{2}/u.test(text) || HYPHENATED_CAPITALS.test(text);
}

/** "done.Next", "great.I'm" */
const SENTENCE_BREAK = /^\p{L}+(?:['’]\p{L}*)?[.]+\p{Lu}['’]?\p{Ll}*(?:['’]\p{L}+)?$/u;
const HYPHENATED_CAPITALS = /^\p{Lu}{2,}(?:-\p{Lu}{2,})+$/u;

/**
 * Returns whether an identifier is so specific that memories that contain it are ranked first. "5K", "2nd",
 * "10am", "90s", "e.g", "iPhone" and "and/or" are not; "KX-4471", "v2.3.1", "#4521", "C++" are.
 */
function isExactIdentifier(text: string): boolean {
  if (/^\p{L}(?:\+\+|#)$/u.test(text)) return true;
  if (!isIdentifier(text)) return false;
  if (/^\d+(?:st|nd|rd|th|s|k|m|am|pm|h|x|d|min|km|kg|cm|mm|gb|mb|ms)$/i.test(text)) return false;
  if (/^\d+[-/]\d+$/.test(text) || /^\d+(?:-[a-z]+)+$/i.test(text)) return false;
  if (/^[$]?\d+[.,:]\d+(?:am|pm|s|ms|k|m|gb|mb)?$/i.test(text) || /^\$\d+k?$/i.test(text)) return false;
  if (/^(?:\p{L}\.)+\p{L}$/u.test(text)) return false;
  if (/^[#$@]\p{L}+$/u.test(text) || /^\p{L}+\+$/u.test(text)) return false;
  if (/[_\\@.]/.test(text) || /^#\d/.test(text) || /::|\/.*\//.test(text)) return true;
  if (/\d/.test(text)) return /\p{L}/u.test(text) && [...text].length >= 3;
  return /^\p{Ll}{2,}\p{Lu}\p{Ll}+|\p{Ll}\p{Lu}.*\p{Ll}\p{Lu}/u.test(text) || HYPHENATED_CAPITALS.test(text);
}

/**
 * Matches words of any script that are joined by signs without a space: "src/routes/recall.ts", "a@b.org",
 * "#4521", ".env", "C++". Punctuation around them does not match.
 */
export const COMPOUND = new RegExp(
  [
    '(?:(?<![^("\'`\\[{<,;=])[#.@$](?=[\\p{L}\\p{N}]))?', // a sign before the first word
    '[\\p{L}\\p{N}\\p{M}]+',
    "(?:(?:['’]|::|://|\\.\\./|_{1,2}|[-./\\\\:@#~+=&?%]|,(?=\\p{N}{3}(?!\\p{N})))[\\p{L}\\p{N}\\p{M}]+)*",
    '(?:\\+\\+|[+#])?(?![\\p{L}\\p{N}])',
  ].join(''),
  'gu',
);

/** Scripts without spaces between words, and Korean, whose words carry endings. */
const UNSPACED =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}ー]/u;
const UNSPACED_RUN = new RegExp(`${UNSPACED.source}[${UNSPACED.source.slice(1, -1)}\\p{M}]*`, 'gu');

interface CompoundPart {
  text: string;
  /** Offset in the compound. */
  start: number;
}

/** Splits a compound at scripts without spaces: "设置JWT_EXPIRY=3600" contains an identifier. */
export function piecesOfScripts(compound: string): (CompoundPart & { isUnspaced: boolean })[] {
  if (!UNSPACED.test(compound)) return [{ text: compound, start: 0, isUnspaced: false }];
  const pieces: (CompoundPart & { isUnspaced: boolean })[] = [];
  let at = 0;
  const addOthers = (end: number): void => {
    for (const { 0: text, index } of compound.slice(at, end).matchAll(COMPOUND))
      pieces.push({ text, start: at + index, isUnspaced: false });
  };
  for (const { 0: text, index } of compound.matchAll(UNSPACED_RUN)) {
    addOthers(index);
    pieces.push({ text, start: index, isUnspaced: true });
    at = index + text.length;
  }
  addOthers(compound.length);
  return pieces;
}

/** Separators of names, the weakest first: `NAME=value`, `test.py::Test`, `host:port`, `a/b.ts`. */
const JOINERS = [/[=&?#%~,]/g, /:\/\//g, /::/g, /[:@]/g, /[\\/]/g];

/**
 * Returns the parts of a compound, from the longest to the shortest: of "https://a.example/b_c=10" first
 * "https://a.example/b_c", then "https" and "a.example/b_c", then "a.example" and "b_c". A plain path
 * contributes only its last part, because its folders are words.
 */
export function compoundParts(compound: string): CompoundPart[] {
  const parts: CompoundPart[] = [];
  let level: CompoundPart[] = [{ text: compound, start: 0 }];
  for (const joiner of JOINERS) {
    level = level.flatMap((part) => {
      const cut = splitAt(part, joiner);
      if (cut.length > 1) parts.push(...cut);
      return cut;
    });
  }
  return parts;
}

function splitAt({ text, start }: CompoundPart, joiner: RegExp): CompoundPart[] {
  const parts: CompoundPart[] = [];
  let at = 0;
  for (const { 0: join, index } of [...text.matchAll(joiner), { 0: '', index: text.length }]) {
    if (index > at) parts.push({ text: text.slice(at, index), start: start + at });
    at = index + join.length;
  }
  return parts;
}

/** Returns the exact identifiers of a query as index terms without duplicates. */
export function exactIdentifiers(query: string): string[] {
  const found = query
    .split(/\s+/)
    .flatMap((chunk) => Array.from(composeText(chunk).text.matchAll(COMPOUND), ([text]) => text))
    .flatMap(piecesOfScripts)
    .flatMap(({ text, isUnspaced }) => (isUnspaced ? [] : [text]));
  return [...new Set(found.filter(isExactIdentifier).map(fold))];
}

/** Returns the texts between double quotation marks or backticks, at most 200 characters each. */
export function quotedPhrases(query: string): string[] {
  const matches = query.matchAll(/"([^"]{2,200})"|“([^”]{2,200})”|`([^`]{2,200})`/g);
  return Array.from(matches, ([, straight, curly, code]) => straight ?? curly ?? code ?? '');
}
