import { matchAt, type Piece, type Reading, speak } from '../../../text/reading.js';
import { isInsideWord, type Line, type Reader, spell, wordBefore } from './line.js';
import { cardinal } from './number-words.js';

/**
 * Reads digits one by one, with a comma between the groups as they are written. A group of six digits or more gets a
 * comma after every three digits.
 */
export function digitGroups(at: number, written: string): Reading {
  const pieces: Piece[] = [];
  for (const part of written.matchAll(/\+|[\dX]+/g)) {
    if (part[0] === '+') {
      pieces.push(...speak('plus', at, at + 1));
      continue;
    }
    const isLaterGroup = pieces.length > 0 && !(pieces.length === 1 && written.startsWith('+'));
    const size = part[0].length >= 6 ? 3 : part[0].length;
    for (let from = 0; from < part[0].length; from += size) {
      // The last part has at least two digits.
      const to = part[0].length - from - size < 2 ? part[0].length : from + size;
      if (isLaterGroup || from > 0) pieces.push({ mark: ',' });
      pieces.push(...spell(part[0].slice(from, to), at + part.index + from));
      if (to === part[0].length) break;
    }
  }
  return { end: at + written.length, pieces };
}

/** Returns the number of digits in a text. */
export function countDigits(written: string): number {
  return written.replace(/\D/g, '').length;
}

/** Card, account and book numbers. */
const GROUPS = [
  // 123-45-6789
  /\d{3}-\d{2}-\d{4}(?![\d-])/y,
  // 4111 1111 1111 1111
  /\d{4}(?:[ -]\d{4}){2,4}(?![\d-])/y,
  // 978-3-16-148410-0, 0-306-40615-2
  /\d{1,5}(?:-\d{1,7}){2,4}-[\dX](?![\d-])/y,
];
const IP_ADDRESS =
  /(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?:25[0-5]|2[0-4]\d|1?\d?\d)){3}(?::\d{2,5}|\/\d{1,2})?(?![\d.]*\d)/y;
const IP_ADDRESS_6 = /[\da-fA-F]{0,4}(?::[\da-fA-F]{0,4}){2,7}(?![\p{L}\d:])/uy;
const HARDWARE_ADDRESS = /[\da-fA-F]{2}(?:[:-][\da-fA-F]{2}){5}(?![\p{L}\d:-])/uy;
const VERSION = /(?<v>v|V)?\.?(?<numbers>\d{1,6}(?:\.\d{1,6}){2,6})(?!\d|,\d{1,2}(?!\d))/y;
const SHORT_VERSION = /v(?<numbers>\d{1,6}(?:\.\d{1,6}){0,6})(?![\d\p{L}])/uy;
/** A hash or an identifier: at least eight characters, with both digits and letters. */
const HASH = /(?=[a-zA-Z]*\d)(?=\d*[a-zA-Z])[a-zA-Z\d]{8,128}(?![\p{L}\d])/uy;
const HEXADECIMAL = /0[xX][\da-fA-F]{1,64}(?![\p{L}\d])/uy;
const UUID = /[\da-fA-F]{8}(?:-[\da-fA-F]{4}){3}-[\da-fA-F]{12}(?![\p{L}\d-])/uy;
const LONG_NUMBER = /\d{10,200}(?![\d,]*\d)/y;

export const readDigitGroups: Reader = ({ text }, at) => {
  for (const pattern of GROUPS) {
    const match = matchAt(pattern, text, at);
    if (match && countDigits(match[0]) >= 7) return digitGroups(at, match[0]);
  }
  return undefined;
};

/** 192.168.0.1, 2001:db8::1. */
export const readInternetAddress: Reader = ({ text }, at) => {
  const four = matchAt(IP_ADDRESS, text, at);
  if (four) return { end: at + four[0].length, pieces: dotted(four[0], at) };
  const hardware = matchAt(HARDWARE_ADDRESS, text, at);
  if (hardware)
    return { end: at + hardware[0].length, pieces: spelled(hardware[0].replaceAll(':', '-'), at) };
  const six = matchAt(IP_ADDRESS_6, text, at);
  if (
    !six ||
    (!six[0].includes('::') && six[0].split(':').length < 8) ||
    !/\d/.test(six[0]) ||
    isInsideWord(text, at)
  )
    return undefined;
  const pieces = [...six[0]].flatMap((character, i) =>
    character === ':' ? speak('colon', at + i, at + i + 1) : spell(character, at + i),
  );
  return { end: at + six[0].length, pieces };
};

/** v2.1.3, 3.11.4. */
export const readVersion: Reader = (line, at) => {
  const match = matchAt(SHORT_VERSION, line.text, at) ?? matchAt(VERSION, line.text, at);
  if (!match) return undefined;
  const { numbers } = match.groups!;
  const end = at + match[0].length;
  const from = end - numbers!.length;
  const named = from > at && wordBefore(line) !== 'version' ? speak('version', at, at + 1) : [];
  return { end, pieces: [...named, ...dotted(numbers!, from, 'point')] };
};

/** Hashes, UUIDs, 0x1F and very long numbers: character by character. */
export const readCharacterStrings: Reader = ({ text }, at) => {
  const digits = matchAt(HEXADECIMAL, text, at) ?? matchAt(LONG_NUMBER, text, at) ?? matchAt(UUID, text, at);
  if (digits) {
    const written = digits[0];
    if (/^\d+000$/.test(written) && written.length <= 15) return undefined;
    return { end: at + written.length, pieces: spelled(written, at) };
  }
  const match = matchAt(HASH, text, at);
  if (!match || (match[0].match(/\d+/g)?.length ?? 0) < 3) return undefined;
  return { end: at + match[0].length, pieces: spelled(match[0], at) };
};

/** Spells characters with a pause after every four, or at hyphens. */
function spelled(written: string, at: number): Piece[] {
  return [...written].flatMap((character, i): Piece[] => {
    if (character === '-') return [{ mark: ',' }];
    const spelledCharacter = spell(character, at + i);
    return i > 0 && i % 4 === 0 && !written.includes('-')
      ? [{ mark: ',' }, ...spelledCharacter]
      : spelledCharacter;
  });
}

const SEPARATORS: Readonly<Record<string, string>> = { ':': 'colon', '/': 'slash' };

function dotted(written: string, at: number, dot = 'dot'): Piece[] {
  return [...written.matchAll(/\d+|[.:/]/g)].flatMap((part) => {
    const spoken = /\d/.test(part[0]) ? cardinal(part[0]) : (SEPARATORS[part[0]] ?? dot);
    return speak(spoken, at + part.index, at + part.index + part[0].length);
  });
}

/** Words before a code: "your code is", "PIN:", "one-time password", "zip". */
const CODE =
  /(?:^|[\s(])(?:(?<kind>\p{L}+)\s)?(?:code|passcode|pin|otp|totp|password|cvv2?|cvc2?|zip|plz|postcode|2fa|token)(?:\s(?:is|was|are|number|no|for \p{L}+ is|below is))?\s?[:=#]?\s?(?:\p{L}-)?$/iu;
/** Kinds of codes whose numbers are read as numbers: "status code 200". */
const OTHER_CODES =
  /^(?:status|error|exit|response|return|result|source|http|country|dress|bar|legacy|python|java)$/i;
/** Words before the number of a thing: "order #", "account number", "ticket". */
const NAMED =
  /(?:^|[\s(])(?:account|acct|a\/c|card|policy|membership|member|tracking|confirmation|reference|ref|booking|invoice|order|case|ticket|serial|routing|passport|licen[cs]e|customer|reservation|user|employee|student|patient|claim|imei|vat|id|registration|transaction|iban|box)(?<number>\s(?:number|no\.?|num|id|nr\.?))?(?:\s(?:is|was))?\s?[:#№]?\s?$/iu;
const ENDING_IN =
  /\b(?:end(?:ing|s|ed)?(?:\s(?:in|with))?|last (?:four|4|three|3)(?: digits)?(?:\s(?:are|is|of))?)[:]?\s$/iu;
/** Words after a code: "Use 482913 to log in", "482913 is your code". */
const IS_CODE =
  /^\s(?:is your|as your|is the|to (?:log|sign|verify|confirm|continue|complete|reset|access|unlock|authenticate))\b[^.]{0,60}/iu;
const CODE_WORD = /\b(?:code|pin|otp|passcode|password|log|sign|verify|confirm|verification|authenticate)\b/i;

const CODE_DIGITS = /\d{3,10}(?:[ -]\d{3,4})?(?![\d.,]*\d|\p{L}|[/:]\d)/uy;
const MIXED = /(?=\p{L}{0,8}\d)(?=\d{0,8}\p{L})[A-Za-z\d]{4,12}(?![\p{L}\d])/uy;

/** One-time codes, PINs, the ends of cards, long numbers of accounts and orders: digit by digit. */
export const readCodeNumber: Reader = (line, at) => {
  const { text } = line;
  if (/[\d.,$€£]/.test(text[at - 1] ?? ' ')) return undefined;
  const written = matchAt(CODE_DIGITS, text, at)?.[0];
  const candidate = written ?? matchAt(MIXED, text, at)?.[0];
  if (candidate === undefined || !/\d{2}/.test(candidate)) return undefined;
  const before = text.slice(Math.max(0, at - 60), at);
  const code = CODE.exec(before);
  const isCode = code !== null && !OTHER_CODES.test(code.groups?.kind ?? '');
  if (written !== undefined)
    return isCode || isNamed(line, at, before, written) ? digitGroups(at, written) : undefined;
  if (!isCode || /\p{L}-$/u.test(before)) return undefined;
  return { end: at + candidate.length, pieces: spell(candidate, at) };
};

function isNamed({ text }: Line, at: number, before: string, written: string): boolean {
  const after = text.slice(at + written.length, at + written.length + 90);
  if (ENDING_IN.test(before))
    return written.length >= 3 && written.length <= 5 && !/^\s\p{Ll}+s\b/u.test(after);
  if (written.length >= 4 && written.length <= 8 && IS_CODE.test(after) && CODE_WORD.test(after)) return true;
  const named = NAMED.exec(before);
  if (named === null || /^\s\p{Ll}+s\b/u.test(after)) return false;
  const sure = named.groups?.number !== undefined || /[#№]\s?$/.test(before);
  return written.length >= (sure ? 4 : 5);
}
