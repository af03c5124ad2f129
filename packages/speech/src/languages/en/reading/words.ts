import { isWord, matchAt, type Reading, type ReadWord, readAs, speak } from '../../../text/reading.js';
import { SHORTHANDS } from '../abbreviations.js';
import greekLetters from '../greek-letters.json' with { type: 'json' };
import { namePart } from './addresses.js';
import { isInsideWord, type Line, type Reader, spell, withEnding } from './line.js';
import { cardinal, decimal, digitByDigit, year } from './number-words.js';
import { isLettersShouted, SHORT_WORDS } from './shouting.js';
import { isStreetName } from './street-addresses.js';
import data from './words.json' with { type: 'json' };

const WORD = /[\p{L}\p{M}]+(?:'[\p{L}\p{M}]+)*/uy;
const HYPHENATED =
  /[\p{L}\p{M}]+(?:'[\p{L}\p{M}]+)*(?:-[\p{L}\p{M}]+(?:'[\p{L}\p{M}]+)*){1,3}(?![\p{L}\d]|-\p{L})/uy;
const CLIPPED = /'(?:tis|twas|twere|twill|em|cause|til|bout|round|neath|kay|cuz|n'|n)(?![\p{L}\d])/iuy;
/** Letters and digits in one word: mp3, H2O, GPT4, x86, B2B, USB3.0. */
const MIXED = /(?=\p{L}*\d)[\p{L}\d]{2,30}(?:\.\d{1,4}(?!\.?[\p{L}\d]))?(?![\p{L}\d])/uy;
const IDENTIFIER = /_*[\p{L}\d]+(?:_+[\p{L}\d]+)+_*|_+[\p{L}\d]+_+/uy;
const GREEK: Readonly<Record<string, string>> = greekLetters;
const SPECIAL = new Map(Object.entries(data.special));
const SPECIALS = [...SPECIAL.keys()].sort((a, b) => b.length - a.length);
/** Words in lower case that are spelled although they could be pronounced. */
const SMALL_INITIALISMS = new Set(data.smallInitialisms);

/** Maximum characters of a word; a longer one is cut, so that no word is as long as a sentence. */
const LONGEST_WORD = 50;
const LONGEST_CAPITALS_SPELLED = 5;
/** Everyday words that are spelled in capitals, unless all words are in capitals. */
const LETTERS = new Set(data.letters);
/** Two letters in one name: M&Ms, Q&A, H&M's. */
const LETTER_PAIR = /(?<first>\p{Lu})\s?&\s?(?<second>\p{Lu})(?<ending>'?s)?(?![\p{L}\d&])/uy;

/** Reads short forms with signs: C++, w/o, AT&T, M&Ms. */
export const readSpecial: Reader = ({ text }, at) => {
  const pair = /[\p{L}\d&]/u.test(text[at - 1] ?? ' ') ? null : matchAt(LETTER_PAIR, text, at);
  if (pair) {
    const { first, ending = '', second } = pair.groups!;
    const end = at + pair[0].length;
    const secondAt = end - ending.length - 1;
    return {
      end,
      pieces: [
        ...spell(first!, at),
        ...speak('and', at + 1, secondAt),
        ...withEnding(spell(second!, secondAt), ending, end),
      ],
    };
  }
  const written = SPECIALS.find((special) => text.startsWith(special, at));
  if (written === undefined) return undefined;
  const end = at + written.length;
  if (/[\p{L}\d]$/u.test(written) && /[\p{L}\d/]/u.test(text[end] ?? ' ')) return undefined;
  if (isInsideWord(text, at)) return undefined;
  return readAs(SPECIAL.get(written)!, at, end);
};

/** Reads words, contractions, compounds, initialisms, identifiers. */
export const readWord: Reader = (line, at) => {
  const { text } = line;
  const clipped = matchAt(CLIPPED, text, at);
  if (clipped && !isInsideWord(text, at)) return whole(clipped[0], at);
  const identifier = matchAt(IDENTIFIER, text, at) ?? matchAt(MIXED, text, at);
  if (identifier) return { end: at + identifier[0].length, pieces: identifierWords(line, identifier[0], at) };
  const hyphenated = matchAt(HYPHENATED, text, at)?.[0];
  if (hyphenated !== undefined && isCompound(line, hyphenated)) return whole(hyphenated, at);
  const word = matchAt(WORD, text, at)?.[0];
  if (word === undefined) return undefined;
  if (word.length > LONGEST_WORD) return whole(word.slice(0, LONGEST_WORD / 2), at);
  return { end: at + word.length, pieces: wordPieces(line, word, at) };
};

function whole(word: string, at: number): Reading {
  return { end: at + word.length, pieces: [{ text: word, start: at, end: at + word.length }] };
}

/**
 * Whether a compound is read as one word: "well-known", "X-ray". "GPT-based" and "e-mail-like" are read part
 * by part.
 */
function isCompound(line: Line, written: string): boolean {
  if (written.length > LONGEST_WORD) return false;
  if (line.words.has(written)) return true;
  return written
    .split('-')
    .every(
      (part) =>
        part === 'n' ||
        (part.length > 1 &&
          /^\p{L}?[\p{Ll}\p{M}']+$/u.test(part) &&
          !SHORTHANDS.has(part) &&
          !SMALL_INITIALISMS.has(part) &&
          readable(line, part)),
    );
}

function readable(line: Line, word: string): boolean {
  return /[aeiouyáàâäéèêëíìîïóòôöúùûü]/i.test(word) || line.words.has(word);
}

/** Reads one word without hyphens. */
function wordPieces(line: Line, word: string, at: number): ReadWord[] {
  const end = at + word.length;
  const asWritten: ReadWord[] = [{ text: word, start: at, end }];
  const contracted =
    word.length === 2 && word === word.toUpperCase() && !line.isShouted(at)
      ? undefined
      : contraction(line.text, at, word);
  if (contracted !== undefined) return [{ text: contracted, start: at, end }];
  const greek = [...word].map((letter) => GREEK[letter.toLowerCase()]);
  if (greek.every((name) => name !== undefined))
    return greek.flatMap((name, i) => speak(name!, at + i, at + i + 1));

  const [, stem = word, ending = ''] = /^(.*?)('s|s')?$/isu.exec(word) ?? [];
  const capitals = /^\p{Lu}+$/u.test(stem) || (/^\p{Lu}{2,}s$/u.test(stem) && ending === '');
  if (capitals && stem.length > 1) return capitalPieces(line, word, stem, at) ?? asWritten;
  if (word.length === 1)
    return isArticle(line, word, at, end) || word === 'I' || word === 'à' ? asWritten : spell(word, at);
  if (/^\p{Ll}{2,3}$/u.test(word) && /[²³^]/.test(line.text[end] ?? '')) return spell(word, at);
  if (/^\p{L}?[\p{Ll}\p{M}']+$/u.test(word)) {
    const small = SMALL_INITIALISMS.has(stem) ? stem : stem.replace(/s$/, '');
    if (SMALL_INITIALISMS.has(small)) return withEnding(spell(small, at), word.slice(small.length), end);
    if (!/^[a-z]+$/i.test(stem) || readable(line, stem) || /(.)\1\1/u.test(stem)) return asWritten;
    if (/^\p{Lu}\p{Ll}{2}/u.test(stem) && isStreetName(line.text, end)) return asWritten;
    // www, html, pdf
    return withEnding(spell(stem, at), word.slice(stem.length), end);
  }
  if (line.words.has(stem)) return asWritten;
  return identifierWords(line, word, at);
}

/** Whether the word is the article: "a", or "A" at the start of a noun phrase. */
function isArticle(line: Line, word: string, at: number, end: number): boolean {
  if (word === 'a') return /^\s["'(]?(?:[\p{L}\d$£€#@~]|[.+-]\d)/u.test(line.text.slice(end));
  if (word !== 'A') return false;
  const first = line.read.every((piece) => !isWord(piece));
  return line.isShouted(at) || (first && /^ \p{Lu}?\p{Ll}/u.test(line.text.slice(end)));
}

/** Reads FBI, APIs, NASA's, STOP. Returns undefined if the capitals are read as a word. */
function capitalPieces(line: Line, word: string, stem: string, at: number): ReadWord[] | undefined {
  const plural = /^\p{Lu}+s$/u.test(stem);
  const letters = plural ? stem.slice(0, -1) : stem;
  const lower = letters.toLowerCase();
  if (line.isShouted(at) && isKnown(line, lower) && !isLettersShouted(line.text, at, letters))
    return undefined;
  const forced = LETTERS.has(letters);
  // "the WHO" is the organisation, not the word.
  if (letters === 'WHO' && /\b[Tt]he $/.test(line.text.slice(Math.max(0, at - 4), at)))
    return withEnding(spell(letters, at), word.slice(letters.length), at + word.length);
  const asWord = letters.length === 2 ? SHORT_WORDS.has(letters) : isNamed(line, letters);
  if (!forced && (asWord || line.words.isAcronym(letters))) return undefined;
  if (letters.length > LONGEST_CAPITALS_SPELLED && /[AEIOUY]/.test(letters)) return undefined;
  if (letters.length > 12 || !/^[A-Z]+$/.test(letters)) return undefined;
  return withEnding(spell(letters, at), word.slice(letters.length), at + word.length);
}

/** Whether capitals are a word, as "STOP", or a name of the lexicon, as "LEGO". */
function isNamed(line: Line, letters: string): boolean {
  const lower = letters.toLowerCase();
  if (line.words.isEveryday(lower) || (letters.length > 3 && isKnown(line, lower))) return true;
  // Names of the larger dictionary, whose initialisms are shorter.
  return letters.length === LONGEST_CAPITALS_SPELLED && /[AEIOU]/.test(letters) && line.words.has(lower);
}

/** Whether the word is known in lower case or as a name: "JOHN IS HERE". */
function isKnown({ words }: Line, lower: string): boolean {
  if (lower.length === 2) return SHORT_WORDS.has(lower.toUpperCase()) || /^(?:am|he|it|us)$/.test(lower);
  return words.isEveryday(lower) || words.isEveryday(lower.charAt(0).toUpperCase() + lower.slice(1));
}

/** Reads the number of an identifier; "FY2023" has a year. */
function numberWords(digits: string): string {
  if (digits.includes('.')) return decimal(digits);
  if (/^0\d/.test(digits)) return digitByDigit(digits);
  return /^(?:19|20)\d\d$/.test(digits) ? year(digits) : cardinal(digits);
}

/** Reads the parts of camelCase, snake_case, HTTPServer, mp3. */
function identifierWords(line: Line, written: string, at: number): ReadWord[] {
  const pieces: ReadWord[] = [];
  for (const match of written.matchAll(
    /\d+(?:\.\d+)?|\p{Lu}+s(?![\p{L}])|\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{M}]+(?:'\p{L}+)?|\p{L}+/gu,
  )) {
    const part = match[0];
    const start = at + match.index;
    if (/^\d/.test(part)) pieces.push(...speak(numberWords(part), start, start + part.length));
    else if (part.length === 1) pieces.push(...spell(part, start));
    else if (/^\p{Lu}+s?$/u.test(part)) pieces.push(...wordPieces(line, part, start));
    else pieces.push(...namePart(line.words, part, start));
  }
  return pieces;
}

/**
 * Contractions that chats write without an apostrophe. Words with another meaning ("were", "shell", "its")
 * are not included.
 */
const CONTRACTIONS: ReadonlyMap<string, string> = new Map(Object.entries(data.contractions));
/** Words that are contractions only before certain verbs: "id like", "ill be", "wed rather". */
const VERB_AFTER: ReadonlyMap<string, readonly [spoken: string, after: RegExp]> = new Map(
  Object.entries(data.contractionsBeforeVerbs).map(([written, { spoken, verbs }]) => [
    written,
    [spoken, new RegExp(`^ (?:${verbs.join('|')})\\b`, 'i')],
  ]),
);
const ILLNESS =
  /(?:^|\s)(?:am|is|are|was|were|be|been|being|feel|feels|felt|feeling|fell|fall|very|so|too|mentally|terminally|the|an|seriously|speak|speaks|think|bode|bodes|got|get|gets|become|became|an?|as|dead|it|fits|suits|works|worked|might|may|pretty|quite|to|your|my|our|user|no|all|doing|did|does|do)\s$/i;

/** Returns the contraction of "dont" and similar words in the case of the word, or undefined. */
export function contraction(text: string, at: number, word: string): string | undefined {
  const lower = word.toLowerCase();
  // "Jony Ive" is a name; "IM" is an instant message.
  if (lower === 'ive' && /\p{Lu}\p{Ll}+ $/u.test(text.slice(0, at))) return undefined;
  const spoken = CONTRACTIONS.get(lower) ?? beforeVerb(text, at, lower);
  if (spoken === undefined) return undefined;
  if (word === lower) return spoken;
  return word === word.toUpperCase() && word.length > 2
    ? spoken.toUpperCase()
    : spoken.charAt(0).toUpperCase() + spoken.slice(1);
}

function beforeVerb(text: string, at: number, lower: string): string | undefined {
  const found = VERB_AFTER.get(lower);
  if (found === undefined) return undefined;
  const [spoken, after] = found;
  const before = text.slice(Math.max(0, at - 24), at);
  return after.test(text.slice(at + lower.length)) &&
    !ILLNESS.test(before) &&
    !(lower === 'well' && /\S\s$/.test(before))
    ? spoken
    : undefined;
}
