import { matchAt, type Piece, type Reader, say, spell, wordBefore } from '../../../text/reading.js';
import { digitGroups } from './digit-groups.js';
import { cardinal } from './number-words.js';

/** Numbers that name something instead of counting: card, account and book numbers, said digit by digit. */
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
/** Digits and letters in turn: a hash, an identifier. Both a digit and a letter, at least eight characters. */
const HASH = /(?=[a-zA-Z]*\d)(?=\d*[a-zA-Z])[a-zA-Z\d]{8,128}(?![\p{L}\d])/uy;
const HEXADECIMAL = /0[xX][\da-fA-F]{1,64}(?![\p{L}\d])/uy;
const UUID = /[\da-fA-F]{8}(?:-[\da-fA-F]{4}){3}-[\da-fA-F]{12}(?![\p{L}\d-])/uy;
const LONG_NUMBER = /\d{10,200}(?![\d,]*\d)/y;

export const readDigitGroups: Reader = (line, at) => {
  const { text } = line;
  for (const pattern of GROUPS) {
    const match = matchAt(pattern, text, at);
    if (match && count(match[0]) >= 7) return digitGroups(at, match[0]);
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
    /[\p{L}\d]/u.test(text[at - 1] ?? ' ')
  )
    return undefined;
  const pieces = [...six[0]].flatMap((character, i) =>
    character === ':' ? say('colon', at + i, at + i + 1) : spell(character, at + i),
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
  const named = from > at && wordBefore(line) !== 'version' ? say('version', at, at + 1) : [];
  return { end, pieces: [...named, ...dotted(numbers!, from, 'point')] };
};

/** Hashes, UUIDs, 0x1F and very long numbers: character by character. */
export const readCharacterStrings: Reader = (line, at) => {
  const hexadecimal =
    matchAt(HEXADECIMAL, line.text, at) ??
    matchAt(LONG_NUMBER, line.text, at) ??
    matchAt(UUID, line.text, at);
  if (hexadecimal) {
    const written = hexadecimal[0];
    if (/^\d+000$/.test(written) && written.length <= 15) return undefined;
    return { end: at + written.length, pieces: spelled(written, at) };
  }
  const match = matchAt(HASH, line.text, at);
  if (!match || (match[0].match(/\d+/g)?.length ?? 0) < 3) return undefined;
  return { end: at + match[0].length, pieces: spelled(match[0], at) };
};

function count(written: string): number {
  return written.replace(/\D/g, '').length;
}

/** A short breath after every four, so that it can be followed. */
function spelled(written: string, at: number): Piece[] {
  return [...written].flatMap((character, i): Piece[] => {
    if (character === '-') return [{ mark: ',' }];
    const said = spell(character, at + i);
    return i > 0 && i % 4 === 0 && !written.includes('-') ? [{ mark: ',' }, ...said] : said;
  });
}

const SEPARATORS: Readonly<Record<string, string>> = { ':': 'colon', '/': 'slash' };

function dotted(written: string, at: number, dot = 'dot'): Piece[] {
  return [...written.matchAll(/\d+|[.:/]/g)].flatMap((part) => {
    const spoken = /\d/.test(part[0]) ? cardinal(part[0]) : (SEPARATORS[part[0]] ?? dot);
    return say(spoken, at + part.index, at + part.index + part[0].length);
  });
}
