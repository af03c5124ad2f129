import { composeText, fold, originalRange } from './fold.js';
import { COMPOUND, compoundParts, isIdentifier, piecesOfScripts } from './identifiers.js';
import { stemWord } from './stem-word.js';

/** Receives an index term and the range [start, end) of its characters in the text. */
export type TermVisitor = (term: string, start: number, end: number) => void;

const WORD = /[\p{L}\p{N}\p{M}]+(?:['’][\p{L}\p{M}]+)*/gu;

/** A character of these scripts is a word or a syllable, and users search for it by itself. */
const SYLLABLE = /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u;

/** Words in a compound, and letters next to digits: "parseHTTP2Frame" gives parse, HTTP, 2, Frame. */
const HUMP = /\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{M}]+|\p{N}+|[\p{L}\p{M}]+/gu;

const VERSION = /^v(\d+(?:\.\d+)+)$/i;

/** Emoji with their modifiers, joined emoji, and flags; but not "©", "®" and "™". */
const EMOJI =
  /(?![©®™])\p{Extended_Pictographic}(?:[\uFE0F\p{EMod}]|\u200D(?=\p{Extended_Pictographic})\p{Extended_Pictographic})*|\p{RI}\p{RI}/gu;

/** Visits the terms of a run of non-space characters that starts at `offset` in its text. */
export function analyseChunk(chunk: string, offset: number, visit: TermVisitor): void {
  const composed = composeText(chunk);
  const visitOriginal: TermVisitor =
    composed.starts === null
      ? (term, start, end) => visit(term, offset + start, offset + end)
      : (term, start, end) => {
          const [from, to] = originalRange(composed, start, end);
          visit(term, offset + from, offset + to);
        };
  for (const match of composed.text.matchAll(COMPOUND)) {
    for (const { text, start, isUnspaced } of piecesOfScripts(match[0])) {
      const at = match.index + start;
      if (isUnspaced) visitUnspaced(text, at, visitOriginal);
      else if (isIdentifier(text)) visitIdentifier(text, at, visitOriginal);
      else visitWords(text, at, visitOriginal);
    }
  }
  if (!/\p{Extended_Pictographic}|\p{RI}/u.test(composed.text)) return;
  for (const { 0: emoji, index } of composed.text.matchAll(EMOJI)) {
    visitOriginal(emoji.replace(/[\uFE0F\p{EMod}]/gu, ''), index, index + emoji.length);
  }
}

function visitWords(compound: string, offset: number, visit: TermVisitor): void {
  if (/^\d{1,3}(,\d{3})+$/.test(compound)) {
    visit(fold(compound), offset, offset + compound.length);
    return;
  }
  for (const match of compound.matchAll(WORD)) {
    const start = offset + match.index;
    const term = stemWord(fold(match[0]));
    if (term !== '') visit(term, start, start + match[0].length);
  }
}

/**
 * Visits the complete identifier, the names it consists of ("JWT_EXPIRY" and "3600" of "JWT_EXPIRY=3600"),
 * the last part of a path, a version without its "v", then the words in it. Omits parts of one letter or
 * digit.
 */
function visitIdentifier(identifier: string, start: number, visit: TermVisitor): void {
  const seen = new Set<string>();
  const once = (term: string, from: number, to: number): void => {
    if (term === '' || seen.has(term)) return;
    seen.add(term);
    visit(term, from, to);
  };
  for (const part of [{ text: identifier, start: 0 }, ...compoundParts(identifier)]) {
    const [from, to] = [start + part.start, start + part.start + part.text.length];
    if (part.text === identifier || isIdentifier(part.text)) once(fold(part.text), from, to);
    const version = VERSION.exec(part.text);
    if (version !== null) once(version[1]!, from + 1, to);
  }
  for (const word of identifier.matchAll(WORD)) {
    const wordStart = start + word.index;
    if ([...word[0]].length > 1) once(stemWord(fold(word[0])), wordStart, wordStart + word[0].length);
    if (/^\d+\p{L}{1,2}$/u.test(word[0])) continue; // 2nd, 5k, 30am
    for (const hump of word[0].matchAll(HUMP)) {
      if (hump[0].length < 2 || hump[0].length === word[0].length) continue;
      once(stemWord(fold(hump[0])), wordStart + hump.index, wordStart + hump.index + hump[0].length);
    }
  }
}

/** Finds words by the dictionaries of Unicode. The language of the run decides which dictionary is used, not this one. */
const WORDS_OF_RUN = new Intl.Segmenter('und', { granularity: 'word' });
/** Shorter words are terms already, as a character or as a pair. */
const MIN_SEGMENT = 3;
/** Longer ones are no words of a dictionary, but runs that were not split. */
const MAX_SEGMENT = 16;
/** Characters that are segmented at a time: the time of the segmenter grows faster than the length. */
const SEGMENTED = 512;

/**
 * Visits overlapping pairs of characters, each character that is a word or a syllable, and each word of three characters or
 * more. Pairs are found regardless of how a run is segmented, and words make a match of a whole word count more.
 */
function visitUnspaced(run: string, start: number, visit: TermVisitor): void {
  const characters = [...run];
  let at = start;
  for (const [i, character] of characters.entries()) {
    const next = characters[i + 1];
    if (characters.length === 1 || SYLLABLE.test(character)) {
      const term = fold(character);
      if (term !== '') visit(term, at, at + character.length);
    }
    if (next !== undefined) {
      const term = fold(character + next);
      if (term !== '') visit(term, at, at + character.length + next.length);
    }
    at += character.length;
  }
  if (characters.length < MIN_SEGMENT) return;
  for (let part = 0; part < run.length; part += SEGMENTED) {
    for (const { segment, index, isWordLike } of WORDS_OF_RUN.segment(run.slice(part, part + SEGMENTED))) {
      if (!isWordLike || segment.length < MIN_SEGMENT || segment.length > MAX_SEGMENT) continue;
      const term = fold(segment);
      const from = start + part + index;
      if (term !== '') visit(term, from, from + segment.length);
    }
  }
}
