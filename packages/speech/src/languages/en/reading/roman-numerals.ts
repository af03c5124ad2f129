import {
  isWord,
  matchAt,
  type Piece,
  type Reading,
  type ReadWord,
  readAs,
  speak,
} from '../../../text/reading.js';
import { SENTENCE_OPENERS } from '../abbreviations.js';
import { isInsideWord, type Line, type Reader, spell } from './line.js';
import { cardinal, ordinal, year } from './number-words.js';
import data from './roman-numerals.json' with { type: 'json' };

const NUMERAL =
  /(?<numeral>[IVXLCDM]{1,9}|[ivx]{2,5})(?<part>[ab](?!\p{L}))?(?![\p{L}\d]|[-'](?!s\b|[IVX])\p{L})/uy;
const VALID = /^M{0,3}(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})$/;
const VALUES: Readonly<Record<string, number>> = { I: 1, V: 5, X: 10, L: 50, C: 100, D: 500, M: 1000 };

/** Words before a numeral that is a cardinal: "Chapter IV". */
const NUMBERED = new Set(data.numbered);
/** Kings, queens and popes: "Louis XIV" is the fourteenth. */
const REGNAL = new Set(data.regnal);
/** Words and well-known letters that are also numerals. */
const NOT_NUMERALS = new Set(data.notNumerals);

/** Words after which a numeral may have any letters: "Part XL", "Chapter CI". */
const BOOKISH =
  /^(?:parts?|chapters?|books?|volumes?|articles?|sections?|acts?|cantos?|psalms?|titles?|bowls?|lectures?|letters?|appendix)$/;
/** Words whose things are named by letters, not numbers: "Model X". */
const LETTERED = /^(?:model|series|group|class|company|factor|unit|exhibit|type)$/;
const NAMED_BY_LETTERS = new Set(data.heirs);
/** Verbs after the pronoun: "Part I liked", "the Type I want". */
const VERB_AFTER =
  /^ (?:am|was|have|had|do|did|don't|didn't|can|can't|could|will|would|won't|shall|should|may|might|must|want|like|love|need|know|knew|think|thought|see|saw|read|wrote|write|heard|hear|said|say|got|get|made|make|took|take|use|play|go|went|came|come|found|find|feel|felt|mean|meant|guess|hope|believe|remember|forgot|hate|really|just|never|always|also|still|only|ever|even|then|chose|choose|prefer|\p{Ll}+ed)\b/u;
const AFTER_ONE = /^ (?:of|and|was|is|to|in|at|had|by|on|from|or)\b/;
/** Words after which "I" is seldom the pronoun: "Class I recall". */
const KINDS = /^(?:class|schedule|tier|type|division|phase|stage|category|level|grade|title)$/;
/** Words after a numeral, although the word before it is in lower case: "type I diabetes". */
const SMALL_TYPES =
  /^ (?:diabet|error|trial|stud|clinical|hypersens|collagen|interferon|supernova|supercond|civili|survey|cancer|disease|athlet|school|program)/;
const NEXT_OF_LIST =
  /(?<link>\s?[-–]\s?|,?\s(?:and|or|to|through|thru|&)\s|,\s|\/)(?<numeral>[IVXLCDM]{1,9})(?<part>[ab](?!\p{L}))?(?![\p{L}\d]|[-'](?!s\b|[IVX])\p{L})/uy;
const WORLD_WAR = /WW(?:I{1,3}|[123]| (?:I{1,3}|[12]))(?![\p{L}\d])/uy;
const MARK = /(?:Mk|MK)\.?\s?(?<numeral>[IVX]{1,5})(?![\p{L}\d])/uy;
const WITH_ENDING = /(?<numeral>[IVXLC]{1,8})(?:th|st|nd|rd)(?![\p{L}\d])/uy;
const YEAR = /M{1,2}(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})(?![\p{L}\d'-])/uy;
const HEADING = /^\s*(?<numeral>[IVX]{2,5}|[ivx]{2,5})(?<mark>[.)])(?=\s|$)/u;

/** Reads Chapter IV, Louis XIV, World War II, Volumes I-III, WWII, XIXth, MMXXIV; never the pronoun. */
export const readRomanNumeral: Reader = (line, at) => {
  if (isInsideWord(line.text, at)) return undefined;
  return fixedForm(line.text, at) ?? heading(line.text, at) ?? numeralInContext(line, at);
};

/** Reads forms that are always numbers. */
function fixedForm(text: string, at: number): Reading | undefined {
  const war = matchAt(WORLD_WAR, text, at)?.[0];
  if (war !== undefined) {
    const end = at + war.length;
    const number = war.slice(2).trim();
    const value = /\d/.test(number) ? number : roman(number);
    return { end, pieces: [...speak('World War', at, at + 2), ...speak(cardinal(value), at + 2, end)] };
  }
  const mark = matchAt(MARK, text, at);
  if (mark && VALID.test(mark.groups!.numeral!)) {
    const end = at + mark[0].length;
    const { numeral } = mark.groups!;
    const number = speak(cardinal(roman(numeral!)), end - numeral!.length, end);
    return { end, pieces: [...speak('Mark', at, at + 2), ...number] };
  }
  const ending = matchAt(WITH_ENDING, text, at);
  if (ending && VALID.test(ending.groups!.numeral!))
    return readAs(ordinal(roman(ending.groups!.numeral!)), at, at + ending[0].length);
  const years = matchAt(YEAR, text, at)?.[0];
  if (years === undefined || years.length < 4 || romanValue(years) > 2100) return undefined;
  return readAs(year(roman(years)), at, at + years.length);
}

/** Reads "II. Methods", "iv) four" at the start of a sentence. */
function heading(text: string, at: number): Reading | undefined {
  if (text.slice(0, at).trim() !== '') return undefined;
  const numeral = HEADING.exec(text.slice(at))?.groups?.numeral;
  if (numeral === undefined || !VALID.test(numeral.toUpperCase())) return undefined;
  return readAs(cardinal(roman(numeral.toUpperCase())), at, at + numeral.length);
}

function numeralInContext(line: Line, at: number): Reading | undefined {
  const match = matchAt(NUMERAL, line.text, at);
  if (!match) return undefined;
  const { numeral: small, part } = match.groups!;
  const numeral = small!.toUpperCase();
  if (!VALID.test(numeral)) return undefined;
  const end = at + small!.length;
  const first = numberWords(line, at, end, small!, numeral, part !== undefined);
  if (first === undefined) return undefined;
  const pieces: Piece[] = [...speak(first.spoken, at, end)];
  if (part !== undefined) pieces.push(...spell(part, end));
  return first.single
    ? { end: end + (part?.length ?? 0), pieces }
    : withList(line, end + (part?.length ?? 0), romanValue(numeral), pieces, first.isRank === true);
}

/** Reads a list of rising numbers: "I, II and III", "IV-VI". */
function withList({ text }: Line, from: number, value: number, pieces: Piece[], isRank: boolean): Reading {
  let [end, last] = [from, value];
  for (let next = matchAt(NEXT_OF_LIST, text, end); next; next = matchAt(NEXT_OF_LIST, text, end)) {
    const { link, numeral, part } = next.groups!;
    const value = VALID.test(numeral!) ? romanValue(numeral!) : 0;
    const after = end + next[0].length;
    if (
      value <= last ||
      (isRank && value > last + 4) ||
      (numeral === 'I' && VERB_AFTER.test(text.slice(after)))
    )
      break;
    const start = end + link!.length;
    const word = /and|or|to|through|thru|&/.exec(link!)?.[0] ?? (/[-–]/.test(link!) ? 'to' : undefined);
    if (link!.startsWith(',') || link === '/') pieces.push({ mark: ',' });
    if (word !== undefined) pieces.push(...speak(word === '&' ? 'and' : word, end, start));
    const spoken = isRank ? `the ${ordinal(String(value))}` : cardinal(String(value));
    pieces.push(...speak(spoken, start, start + numeral!.length));
    if (part !== undefined) pieces.push(...spell(part, start + numeral!.length));
    [end, last] = [after, value];
  }
  return { end, pieces };
}

/** Words of a numeral. `single`: no list follows. `isRank`: of a king, whose list has ordinals. */
interface NumeralWords {
  readonly spoken: string;
  readonly single: boolean;
  readonly isRank?: true;
}

/** Returns the words of a numeral, or undefined if it is not a number. */
function numberWords(
  line: Line,
  at: number,
  end: number,
  written: string,
  numeral: string,
  hasPart: boolean,
): NumeralWords | undefined {
  const value = roman(numeral);
  const after = line.text.slice(end, end + 24);
  const capitals = written === numeral;
  if (
    capitals &&
    numeral.length > 1 &&
    !NOT_NUMERALS.has(numeral) &&
    /^ (?:century|centuries|dynasty|Olympi)/.test(after)
  )
    return { spoken: ordinal(value), single: true };
  const names = line.read.slice(-2).filter(isWord);
  const last = line.read.at(-1) === names.at(-1) ? names.at(-1) : undefined;
  const name = last?.letter && last.text !== 'S' ? undefined : last?.text;
  const lower = name?.toLowerCase() ?? '';
  const numbered = NUMBERED.has(lower) || NUMBERED.has(lower.replace(/s$/, ''));
  if (NOT_NUMERALS.has(numeral) && !(numbered && capitals && BOOKISH.test(lower))) return undefined;
  if (!capitals && !numbered) return undefined;
  if (name === undefined) return numeralWithoutTitle(line, at, end, numeral, value);
  const isName = /^\p{Lu}/u.test(name);
  const regnal = REGNAL.has(lower) && isName;
  const continued = numbered && hasListAfter(line.text, end, numeral);
  if (numeral.length === 1 && !continued) {
    if (
      !isSingleNumeral(
        numeral,
        lower,
        numbered && (isName || lower === 'iphone'),
        regnal,
        after,
        line.read.length === 1,
      ) &&
      !(hasPart && numbered)
    )
      return numeral === 'I' && numbered && SMALL_TYPES.test(after)
        ? { spoken: 'one', single: false }
        : undefined;
  } else if (!numbered && !regnal && !(romanValue(numeral) < 40 && isName && !SENTENCE_OPENERS.has(name)))
    return numeralWithoutTitle(line, at, end, numeral, value);
  const heir = numeral.length > 1 && !numbered && (NAMED_BY_LETTERS.has(lower) || isGivenName(names));
  return regnal || heir
    ? { spoken: `the ${ordinal(value)}`, single: false, isRank: true }
    : { spoken: cardinal(value), single: false };
}

/** Whether the words before are a given name: "John Smith III", "Marcus Garvey III". */
function isGivenName(names: readonly ReadWord[]): boolean {
  const first = names.length === 2 ? names[0]!.text.toLowerCase() : '';
  return REGNAL.has(first) || NAMED_BY_LETTERS.has(first);
}

/**
 * Whether one letter is a number: after a title with a capital. "Part I liked" and "Charles I think" have the
 * pronoun.
 */
function isSingleNumeral(
  numeral: string,
  before: string,
  titled: boolean,
  regnal: boolean,
  after: string,
  opens: boolean,
): boolean {
  if (numeral === 'L') return /^(?:bowl|chapter|psalm)$/.test(before) && titled;
  if (!'IVX'.includes(numeral) || (numeral !== 'I' && LETTERED.test(before) && numeral === 'X')) return false;
  if (!titled && !regnal) return false;
  if (numeral !== 'I' || !/^ \p{Ll}/u.test(after) || AFTER_ONE.test(after)) return true;
  return titled && !VERB_AFTER.test(after) && (!opens || KINDS.test(before) || /^ \p{Ll}+s\b/u.test(after));
}

function hasListAfter(text: string, end: number, numeral: string): boolean {
  const next = matchAt(NEXT_OF_LIST, text, end);
  if (next === null || !VALID.test(next.groups!.numeral!)) return false;
  return romanValue(next.groups!.numeral!) > romanValue(numeral);
}

/**
 * Reads numerals without a title: "I, II and III", and letters that are only a numeral, such as "III" and
 * "XIV".
 */
function numeralWithoutTitle(
  line: Line,
  at: number,
  end: number,
  numeral: string,
  value: string,
): NumeralWords | undefined {
  if (/[\p{L}\d][-/]$/u.test(line.text.slice(Math.max(0, at - 2), at)) || line.text[end] === '-')
    return undefined;
  if (/^(?:II|III|VII|VIII|XII|XIII|XIV|XVI{0,3}|XIX|XXI{1,3}|XXIV|XXVI{0,3})$/.test(numeral))
    return numeral === 'XV' ? undefined : { spoken: cardinal(value), single: false };
  const next = matchAt(NEXT_OF_LIST, line.text, end);
  const follows =
    next !== null &&
    VALID.test(next.groups!.numeral!) &&
    romanValue(next.groups!.numeral!) === romanValue(numeral) + 1;
  const opensList = numeral === 'I' ? next?.groups?.link?.startsWith(',') : numeral.length > 1;
  return follows && opensList ? { spoken: cardinal(value), single: false } : undefined;
}

function roman(numeral: string): string {
  return String(romanValue(numeral));
}

function romanValue(numeral: string): number {
  let total = 0;
  for (let i = 0; i < numeral.length; i++) {
    const value = VALUES[numeral[i]!]!;
    total += value < (VALUES[numeral[i + 1] ?? ''] ?? 0) ? -value : value;
  }
  return total;
}

const IN_BRACKETS = /\((?<numeral>i{2,3}|iv|vi{1,3}|ix|xi{1,3})\)/y;

/** Reads (ii), (iv), the points of a list. */
export const readRomanPoint: Reader = ({ text }, at) => {
  const match = matchAt(IN_BRACKETS, text, at);
  if (!match) return undefined;
  const end = at + match[0].length;
  const number = cardinal(roman(match.groups!.numeral!.toUpperCase()));
  return { end, pieces: [{ mark: '(' }, ...speak(number, at + 1, end - 1), { mark: ')' }] };
};
