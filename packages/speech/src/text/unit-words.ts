import { matchAt } from './reading.js';
import { CLOSE_UNITS, PER_UNITS, UNITS } from './units.js';

/** What is said of some characters, and where they end. */
export interface Spoken {
  readonly spoken: string;
  readonly end: number;
}

const BY_NAME = [...UNITS.keys()].sort((a, b) => b.length - a.length);
const UNIT = new RegExp(
  `(?<space>\\s?|-(?=\\p{L}{2}))(?<unit>${BY_NAME.join('|')})(?:(?<power>[²³]|\\^?[23](?!\\d))|(?:/|\\s?/\\s)(?<per>\\p{L}{1,8}[²³23]?))?(?![\\p{L}\\d²³])`,
  'uy',
);

/** The unit at this place, behind a number: "km", " m²", "-km", "mi/h". `one`: in the singular. */
export function unitAt(text: string, at: number, one: boolean): Spoken | undefined {
  const match = matchAt(UNIT, text, at);
  if (!match) return undefined;
  const { space, unit, power, per } = match.groups!;
  let end = at + match[0].length;
  if (space !== '' && CLOSE_UNITS.has(unit!)) return undefined;
  let spoken = UNITS.get(unit!)![one || space === '-' ? 0 : 1];
  if (power !== undefined) spoken = `${power.endsWith('2') || power === '²' ? 'square' : 'cubic'} ${spoken}`;
  if (per !== undefined) {
    const divided = PER_UNITS.get(per);
    if (divided === undefined) end -= per.length + 1;
    else spoken += ` per ${divided}`;
  }
  // The full stop of "5 ft." stays for the sentence, except before a lower-case letter.
  if (text[end] === '.' && /^\.\s\p{Ll}/u.test(text.slice(end, end + 3))) end++;
  return { spoken, end };
}
