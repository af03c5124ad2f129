import { matchAt } from '../../../text/reading.js';
import { cardinal } from './number-words.js';
import { CLOSE_UNITS, PER_UNITS, UNITS, UNSURE_IN_OTHER_CASE } from './units.js';

/** What is said of some characters, and where they end. */
export interface Spoken {
  readonly spoken: string;
  readonly end: number;
}

const BY_NAME = [...UNITS.keys()]
  .sort((a, b) => b.length - a.length)
  .map((name) => name.replace(/\./g, '\\.'));
const shape = (names: readonly string[], flags: string): RegExp =>
  new RegExp(
    `(?<space>\\s?|-(?=\\p{L}{2}))(?<unit>${names.join('|')})(?:(?<power>[²³]|\\^?[23](?!\\d))|(?:/|\\s?/\\s)(?<per>\\p{L}{1,8}(?:\\^?[²³23])?(?!\\d)))?(?![\\p{L}\\d²³])`,
    flags,
  );
const UNIT = shape(BY_NAME, 'uy');
/** In another case than units are written: "12KG", "50 Km", "20 mbps". */
const UNIT_IN_ANY_CASE = shape(
  BY_NAME.filter((name) => name.length > 1 && !UNSURE_IN_OTHER_CASE.has(name)),
  'iuy',
);
const BY_LOWER_CASE = new Map(
  [...UNITS].reverse().map(([name, words]) => [name.toLowerCase(), words] as const),
);
/** Letters that are units only directly behind the number, in small: "230v", "60w". */
const SMALL_LETTER = /(?<unit>[vw])(?![\p{L}\d/-])/uy;
const RATE = /\s?\/\s?(?<count>\d{1,4}\s?)?(?<per>\p{L}{1,8}(?:\^?[²³23])?)(?![\p{L}\d]|\/\p{L})/uy;

/** The unit at this place, behind a number: "km", " m²", "-km", "mi/h". `one`: in the singular. */
export function unitAt(text: string, at: number, one: boolean): Spoken | undefined {
  const match = matchAt(UNIT, text, at) ?? matchAt(UNIT_IN_ANY_CASE, text, at);
  if (!match) {
    const letter = matchAt(SMALL_LETTER, text, at)?.groups?.unit;
    return letter === undefined
      ? undefined
      : { spoken: UNITS.get(letter.toUpperCase())![one ? 0 : 1], end: at + 1 };
  }
  const { space, unit, power, per } = match.groups!;
  let end = at + match[0].length;
  if (space !== '' && CLOSE_UNITS.has(unit!)) return undefined;
  let spoken = (UNITS.get(unit!) ?? BY_LOWER_CASE.get(unit!.toLowerCase())!)[one || space === '-' ? 0 : 1];
  if (power !== undefined) spoken = `${power.endsWith('2') || power === '²' ? 'square' : 'cubic'} ${spoken}`;
  if (per !== undefined) {
    const divided = perUnit(per);
    if (divided === undefined) end -= per.length + 1;
    else spoken += ` per ${divided}`;
  }
  // The full stop of "5 ft." stays for the sentence, except before a lower-case letter.
  if (text[end] === '.' && /^\.\s\p{Ll}/u.test(text.slice(end, end + 3))) end++;
  return { spoken, end };
}

/** "/kg", "/ day", "/100 km": what a number is divided by, or what it counts; "12/kg", "5 req/s". */
export function rateAt(text: string, at: number, isCounted: boolean): Spoken | undefined {
  const match = matchAt(RATE, text, at);
  const { per, count } = match?.groups ?? {};
  const unit = per === undefined ? undefined : perUnit(per);
  // "1/2 mile" is a fraction.
  if (match === null || unit === undefined || (count !== undefined && !isCounted)) return undefined;
  const spoken = count === undefined ? `per ${unit}` : `per ${cardinal(count.trim())} ${unit}s`;
  return { spoken, end: at + match[0].length };
}

function perUnit(written: string): string | undefined {
  const name = written.replace('^', '');
  return PER_UNITS.get(name) ?? (name.length > 1 ? PER_UNITS.get(name.toLowerCase()) : undefined);
}
