import { fold } from './fold.js';
import { COMPOUND, isIdentifier } from './identifiers.js';
import { stemWord } from './stem-word.js';
import type { TermVisitor } from './term-visitor.js';

const WORD = /[\p{L}\p{N}\p{M}]+(?:['’][\p{L}\p{M}]+)*/gu;

/** Scripts written without spaces between words, and Korean, whose words carry endings. */
const UNSPACED =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}ー]/u;
const UNSPACED_RUN = new RegExp(`${UNSPACED.source}[${UNSPACED.source.slice(1, -1)}\\p{M}]*`, 'gu');

/** camelCase, PascalCase, HTTPServer, and letters against digits: "parseHTTP2Frame" gives parse, HTTP, 2, Frame. */
const HUMP = /\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{M}]+|\p{N}+|[\p{L}\p{M}]+/gu;

/** Visits the terms of one run of non-space characters that starts at `offset` of its text. */
export function analyseChunk(chunk: string, offset: number, visit: TermVisitor): void {
  for (const match of chunk.matchAll(COMPOUND)) {
    const compound = match[0];
    const start = offset + match.index;
    if (UNSPACED.test(compound)) visitUnspaced(compound, start, visit);
    else if (isIdentifier(compound)) visitIdentifier(compound, start, visit);
    else visitWords(compound, start, visit);
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
 * The whole, the last part of a path, a version without its "v", then the words in it. Parts of one letter or
 * digit say nothing and are left out.
 */
function visitIdentifier(identifier: string, start: number, visit: TermVisitor): void {
  const whole = fold(identifier);
  const end = start + identifier.length;
  const seen = new Set<string>();
  const once = (term: string, from: number, to: number): void => {
    if (term === '' || seen.has(term)) return;
    seen.add(term);
    visit(term, from, to);
  };
  once(whole, start, end);
  const lastAt = 1 + Math.max(identifier.lastIndexOf('/'), identifier.lastIndexOf('\\'));
  const lastSegment = identifier.slice(lastAt);
  if (lastAt > 0 && isIdentifier(lastSegment)) once(fold(lastSegment), start + lastAt, end);
  const version = /^v(\d+(?:\.\d+)+)$/.exec(whole);
  if (version !== null) once(version[1]!, start + 1, end);
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

/** Overlapping pairs of characters; a character alone stands for itself. Words of other scripts between them stay words. */
function visitUnspaced(compound: string, offset: number, visit: TermVisitor): void {
  let at = 0;
  for (const run of compound.matchAll(UNSPACED_RUN)) {
    if (run.index > at) visitWords(compound.slice(at, run.index), offset + at, visit);
    const characters = [...run[0]];
    let start = offset + run.index;
    if (characters.length === 1) visit(fold(characters[0]!), start, start + characters[0]!.length);
    for (let index = 0; index + 1 < characters.length; index++) {
      const pair = characters[index]! + characters[index + 1]!;
      visit(fold(pair), start, start + pair.length);
      start += characters[index]!.length;
    }
    at = run.index + run[0].length;
  }
  if (at < compound.length) visitWords(compound.slice(at), offset + at, visit);
}
