import { matchAt } from '../../../text/reading.js';
import { cardinal } from './number-words.js';
import data from './units.json' with { type: 'json' };

/** Units of measure as they are written after a number, with their words in the singular and the plural. */
export const UNITS: ReadonlyMap<string, readonly string[]> = new Map(Object.entries(data.units));
/** Units that are read only directly after the number: "5 h" may be anything, "3 m" and "5 V" are units. */
const UNITS_WITHOUT_SPACE: ReadonlySet<string> = new Set(data.withoutSpace);
/** Units that may be a word, a name or another unit in another case: "12 IN", "5 PT", "3 MA". */
const CASE_SENSITIVE: ReadonlySet<string> = new Set(data.caseSensitive);
/** Units after "per": "km/h", "$5/month". */
export const PER_UNITS: ReadonlyMap<string, string> = new Map(Object.entries(data.per));
/** Short forms of counted things before "per": "5 req/s". */
export const SHORT_COUNTED: ReadonlyMap<string, string> = new Map(Object.entries(data.counted));
export const MAGNITUDES: ReadonlyMap<string, string> = new Map(Object.entries(data.magnitudes));

export interface Currency {
  readonly one: string;
  readonly many: string;
  /** The hundredth part in the singular and the plural; absent if none is in use. */
  readonly cent?: readonly string[];
}

export const CURRENCIES: ReadonlyMap<string, Currency> = new Map(Object.entries(data.currencies));

/** Words for some characters, and the index after them. */
export interface Spoken {
  readonly spoken: string;
  readonly end: number;
}

/** Escapes the full stops of written names in a pattern and puts long names first. */
const BY_NAME = [...UNITS.keys()]
  .sort((a, b) => b.length - a.length)
  .map((name) => name.replace(/\./g, '\\.'));
const unitPattern = (names: readonly string[], flags: string): RegExp =>
  new RegExp(
    `(?<space>\\s?|-(?=\\p{L}{2}))(?<unit>${names.join('|')})(?:(?<power>[²³]|\\^?[23](?!\\d))|(?:/|\\s?/\\s)(?<per>\\p{L}{1,8}(?:\\^?[²³23])?(?!\\d)))?(?![\\p{L}\\d²³])`,
    flags,
  );
const UNIT = unitPattern(BY_NAME, 'uy');
/** Units in another case than usual: "12KG", "50 Km", "20 mbps". */
const UNIT_IN_ANY_CASE = unitPattern(
  BY_NAME.filter((name) => name.length > 1 && !CASE_SENSITIVE.has(name)),
  'iuy',
);
const BY_LOWER_CASE = new Map(
  [...UNITS].reverse().map(([name, words]) => [name.toLowerCase(), words] as const),
);
/** Lower-case letters that are units only directly after the number: "230v", "60w". */
const SMALL_LETTER = /(?<unit>[vw])(?![\p{L}\d/-])/uy;
const RATE = /\s?\/\s?(?<count>\d{1,4}\s?)?(?<per>\p{L}{1,8}(?:\^?[²³23])?)(?![\p{L}\d]|\/\p{L})/uy;

/** Reads the unit after a number: "km", " m²", "-km", "mi/h". `one` asks for the singular. */
export function unitAt(text: string, at: number, one: boolean): Spoken | undefined {
  const match = matchAt(UNIT, text, at) ?? matchAt(UNIT_IN_ANY_CASE, text, at);
  if (!match) {
    const letter = matchAt(SMALL_LETTER, text, at)?.groups?.unit;
    if (letter === undefined) return undefined;
    return { spoken: UNITS.get(letter.toUpperCase())![one ? 0 : 1]!, end: at + 1 };
  }
  const { space, unit, power, per } = match.groups!;
  let end = at + match[0].length;
  if (space !== '' && UNITS_WITHOUT_SPACE.has(unit!)) return undefined;
  const words = UNITS.get(unit!) ?? BY_LOWER_CASE.get(unit!.toLowerCase())!;
  let spoken = words[one || space === '-' ? 0 : 1]!;
  if (power !== undefined) spoken = `${power.endsWith('2') || power === '²' ? 'square' : 'cubic'} ${spoken}`;
  if (per !== undefined) {
    const divided = perUnit(per);
    if (divided === undefined) end -= per.length + 1;
    else spoken += ` per ${divided}`;
  }
  // The full stop of "5 ft." belongs to the sentence, except before a lower-case letter.
  if (text[end] === '.' && /^\.\s\p{Ll}/u.test(text.slice(end, end + 3))) end++;
  return { spoken, end };
}

/** Reads "/kg", "/ day", "/100 km" after a number or a counted thing: "12/kg", "5 req/s". */
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
