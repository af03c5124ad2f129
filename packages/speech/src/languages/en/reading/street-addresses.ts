import { isWord, matchAt, type Reading, type ReadWord, readAs, speak } from '../../../text/reading.js';
import { digitGroups } from './digit-groups.js';
import { isInsideWord, type Line, type Reader, spell } from './line.js';
import { cardinal, digitByDigit, twoDigits, year } from './number-words.js';
import data from './street-addresses.json' with { type: 'json' };

/** Abbreviations of kinds of streets. "St" and "Dr" have other meanings too. */
const TYPES: ReadonlyMap<string, string> = new Map(Object.entries(data.types));
/** Abbreviations with no other meaning after a capital letter. */
const SURE = new Set(data.sureTypes);
const FULL_TYPES = data.fullTypes;
const DIRECTIONS: Readonly<Record<string, string>> = data.directions;
const ANY_TYPE = [...TYPES.keys(), ...FULL_TYPES].sort((a, b) => b.length - a.length);
const TYPE_SOURCE = `(?:${ANY_TYPE.join('|')}|${ANY_TYPE.join('|').toLowerCase()})`;
/** A street after a house number: " N Main St", " 5th Ave", " E. Martin Luther King Blvd". */
const STREET_AHEAD = new RegExp(
  `\\s(?:[NSEWnsew][EWew]?\\.?\\s)?(?:(?:\\p{Lu}[\\p{L}'-]*\\.?|\\d{1,3}(?:st|nd|rd|th)|\\p{Ll}{2,12}(?=\\s${TYPE_SOURCE.toLowerCase()}(?![\\p{L}\\d]))|of|de|la|las|los|el|the|del)\\s){1,5}${TYPE_SOURCE}(?:\\.|(?![\\p{L}\\d]))`,
  'uy',
);
/** A direction after a house number, whose street may lack its kind: " W 2nd", " N Main". */
const DIRECTION_AHEAD =
  /\s(?:[NSEW][EW]?\.?\s\d{1,3}(?:st|nd|rd|th)(?![\p{L}\d])|(?!W\s)[NSEW][EW]?\.?\s\p{Lu}\p{Ll}{2,})/uy;
const BUILDING = /(?<digits>\d{1,5})(?<letter>[A-Za-z](?!\p{L}))?(?:-(?<flat>\d{1,4}))?(?=\s)/uy;
const DIRECTION = /(?<direction>[NSEW]|[NS][EW])(?![\p{L}\d'-])\.?/uy;
const SMALL_DIRECTION = /(?<direction>[nsew]|[ns][ew])(?![\p{L}\d'.-])/uy;
const TYPE = /(?<type>\p{L}{2,5})(?![\p{L}\d'])/uy;
const ROAD_NUMBER = /(?<digits>[1-9]\d{2})(?![\d,.%]\d|[\d%\p{L}])/uy;
const ROAD =
  /(?:\b(?:Highway|Hwy|Route|Rte|Interstate|Freeway|US|I|SR|CR|State Road|County Road|FM)\.?[ -])$/iu;
const PLACE_NUMBER = /(?<word>Apt|Ste|Bldg|Rm|Fl|Rte|Rt|Hwy)\.?(?=\s#?\d)/uy;
const FLOOR = /Fl(?:\.(?=,|\s\p{Ll}))?(?![\p{L}\d])/uy;
const PLACES: Readonly<Record<string, string>> = data.places;

const TYPE_AFTER = new RegExp(`\\s${TYPE_SOURCE}(?![\\p{L}\\d])`, 'uy');

/**
 * Whether the word that ends at a place is the name of a street. Such a word without vowels is no initialism:
 * "Smth St".
 */
export function isStreetName(text: string, end: number): boolean {
  return matchAt(TYPE_AFTER, text, end) !== null;
}

/** Reads house numbers, directions, kinds of streets and numbers of roads. */
export const readStreetAddress: Reader = (line, at) => {
  if (isInsideWord(line.text, at)) return undefined;
  return (
    buildingNumber(line, at) ??
    roadNumber(line, at) ??
    direction(line, at) ??
    place(line, at) ??
    streetType(line, at)
  );
};

/** Reads 2788 San Tomas Expy: "twenty seven eighty eight". */
function buildingNumber({ text }: Line, at: number): Reading | undefined {
  const match = matchAt(BUILDING, text, at);
  if (!match || /[$€£#.,:/-]$/.test(text.slice(0, at))) return undefined;
  const end = at + match[0].length;
  if (!matchAt(STREET_AHEAD, text, end) && !matchAt(DIRECTION_AHEAD, text, end)) return undefined;
  const { digits, letter, flat } = match.groups!;
  const digitsEnd = at + digits!.length;
  const pieces = speak(buildingNumberWords(digits!), at, digitsEnd);
  if (letter !== undefined) pieces.push(...spell(letter, digitsEnd));
  if (flat !== undefined) pieces.push(...speak(buildingNumberWords(flat), end - flat.length, end));
  return { end, pieces };
}

function buildingNumberWords(digits: string): string {
  if (digits.length === 4) return digits.startsWith('0') ? digitByDigit(digits) : year(digits);
  return digits.length === 5 ? digitByDigit(digits) : cardinal(digits);
}

/** Reads Highway 101 as "one oh one", 405 as "four oh five", 280 as "two eighty". */
function roadNumber(line: Line, at: number): Reading | undefined {
  const match = matchAt(ROAD_NUMBER, line.text, at);
  if (!match || !ROAD.test(line.text.slice(Math.max(0, at - 16), at))) return undefined;
  const { digits } = match.groups!;
  const spoken = digits!.endsWith('00')
    ? cardinal(digits!)
    : `${cardinal(digits![0]!)} ${twoDigits(digits!.slice(1))}`;
  return readAs(spoken, at, at + 3);
}

/** Reads the directions of "45 N Main", "Pennsylvania Ave NW", "I-80 E". */
function direction(line: Line, at: number): Reading | undefined {
  const { text } = line;
  if (!/[NSEWnsew]/.test(text[at]!)) return undefined;
  const before = text.slice(Math.max(0, at - 24), at);
  const small =
    /\d[A-Za-z]?\s$/.test(before) && matchAt(STREET_AHEAD, text, at - 1) !== null
      ? SMALL_DIRECTION
      : DIRECTION;
  const match = matchAt(small, text, at) ?? matchAt(DIRECTION, text, at);
  if (!match) return undefined;
  const after = text.slice(at + match[0].length);
  const ahead = /^\s(?:\p{Lu}\p{Ll}|\d{1,3}(?:st|nd|rd|th)(?![\p{L}\d]))/u.test(after);
  const inStreet = matchAt(STREET_AHEAD, ` ${text.slice(at)}`, 0) !== null;
  const afterNumber = /(?:^|[\s(])\d{1,5}[A-Za-z]?(?:-\d{1,4})?\s$/.test(before) && (ahead || inStreet);
  const last = line.read.at(-1);
  const afterType = isWord(last) && FULL_TYPES.includes(last.text) && !ahead;
  const afterRoad = /(?:Highway|Hwy|Route|Rte|Interstate|\bI|\bUS|SR)[ -]\d{1,3}\s$/.test(before);
  const opens = inStreet && /^\p{Lu}/u.test(text.slice(at)) && !/(?:\p{Lu}[\p{L}.]*|\d)\s$/u.test(before);
  if (!afterNumber && !opens && !(afterType && /^(?:[\s,.;)]|$)/.test(after)) && !afterRoad) return undefined;
  const stop = match[0].endsWith('.') && after.trim() === '' ? 1 : 0;
  const end = at + match[0].length - stop;
  return readAs(DIRECTIONS[match.groups!.direction!.toUpperCase()]!, at, end);
}

/** Reads Apt 4B, Ste 200, Hwy 101. */
function place({ text }: Line, at: number): Reading | undefined {
  const floor = /\d(?:st|nd|rd|th) $/.test(text.slice(Math.max(0, at - 5), at))
    ? matchAt(FLOOR, text, at)
    : null;
  if (floor) return { end: at + floor[0].length, pieces: speak('Floor', at, at + floor[0].length) };
  const match = matchAt(PLACE_NUMBER, text, at);
  if (!match) return undefined;
  const end = at + match[0].length;
  return readAs(PLACES[match.groups!.word!]!, at, end);
}

/** Reads the kinds of Oak Rd, 5th Ave, 12 Elm Ct. */
function streetType(line: Line, at: number): Reading | undefined {
  const { text } = line;
  const written = matchAt(TYPE, text, at)?.groups?.type;
  if (written === undefined) return undefined;
  const type = written.charAt(0).toUpperCase() + written.slice(1).toLowerCase();
  const spoken = TYPES.get(type);
  if (spoken === undefined || type === 'Way' || (written !== type && written !== type.toLowerCase()))
    return undefined;
  const before = text.slice(Math.max(0, at - 60), at);
  const addressed =
    /(?:^|[\s(])\d{1,5}[A-Za-z]?\s(?:[NSEWnsew][EWew]?\.?\s)?(?:[\p{L}'.-]+\s|\d{1,3}(?:st|nd|rd|th)\s){1,5}$/u.test(
      before,
    );
  const named = /(?:\p{Lu}[\p{L}'.]*|\d(?:st|nd|rd|th))\s$/u.test(before);
  const number = /^\.?\s\d/.test(text.slice(at + written.length));
  const road = /^(?:Hwy|Rte|Rt|Rd|Fwy)$/.test(type) && (number || /\d\s$/.test(before));
  const capital = written === type;
  const isOne =
    (SURE.has(type) && capital && (named || road)) ||
    (addressed && (capital ? named : isStreetInSmall(before))) ||
    (/\d(?:st|nd|rd|th)\s$/.test(before) && /^(?:st|ave|blvd|St|Ave|Rd|Ln|Dr|Pl|Ct|Ter|Cir)$/.test(written));
  if (!isOne) return undefined;
  let end = at + written.length;
  // The full stop of the sentence stays.
  if (
    text[end] === '.' &&
    /^\.(?:,|\s\S)/.test(text.slice(end, end + 3)) &&
    !/^\.\s\p{Lu}/u.test(text.slice(end, end + 3))
  )
    end++;
  return readAs(spoken, at, end);
}

/** Whether a street in lower case is before a place: "123 e main st", not "12 people st". */
function isStreetInSmall(before: string): boolean {
  return /\d[a-z]?\s(?:[nsew][ew]?\s)?(?:\p{L}+\s|\d{1,3}(?:st|nd|rd|th)\s){1,2}$/iu.test(before);
}

const STATES: ReadonlyMap<string, string> = new Map(Object.entries(data.states));
/** Abbreviations that are also words, degrees or cities: states only before a zip code. */
const ONLY_WITH_ZIP = new Set(data.statesWithZip);
/** Abbreviations that are also words: states only if the clause ends after them. */
const ONLY_AT_END = new Set(data.statesAtEnd);
const STATE = /(?<state>[A-Z]{2})(?![\p{L}\d'-])(?<zip>,?\s\d{5}(?:-\d{4})?(?!\d))?/uy;
const ZIP = /\d{5}(?:-\d{4})?(?![\d,.]*\d)/y;
const STATE_NAMES = new Set([...STATES.values()].map((name) => name.toLowerCase()));

/** Reads Austin, TX 78701; Springfield, Illinois 62704. */
export const readState: Reader = (line, at) => zip(line, at) ?? state(line, at);

function state({ text, read }: Line, at: number): Reading | undefined {
  if (isInsideWord(text, at)) return undefined;
  const match = matchAt(STATE, text, at);
  const spoken = match ? STATES.get(match.groups!.state!) : undefined;
  if (!match || spoken === undefined || read.length === 0) return undefined;
  const before = text.slice(Math.max(0, at - 30), at);
  const city = /\p{Lu}[\p{L}'-]*\p{Ll}\.?(?<comma>,)?\s$/u.exec(before);
  if (city === null && !(match.groups!.zip !== undefined && /\p{L}{2},?\s$/u.test(before))) return undefined;
  const { state: written, zip: code } = match.groups!;
  const addressed =
    city?.groups?.comma !== undefined &&
    !/^\s\p{Lu}/u.test(text.slice(at + 2)) &&
    !/^(?:Mr|Dr|Yes|No|Well|Hi|Hello|Sorry)/.test(city[0]);
  if (code === undefined && (!addressed || ONLY_WITH_ZIP.has(written!))) return undefined;
  if (code === undefined && ONLY_AT_END.has(written!) && !/^(?:[.,;)]|$)/.test(text.slice(at + 2)))
    return undefined;
  const end = at + 2;
  return readAs(spoken, at, end);
}

function zip({ text, read }: Line, at: number): Reading | undefined {
  const match = matchAt(ZIP, text, at);
  if (!match || !/\p{L},?\s$/u.test(text.slice(Math.max(0, at - 3), at))) return undefined;
  const words = read
    .slice(-3)
    .filter(isWord)
    .map((word: ReadWord) => word.text.toLowerCase());
  const isState = [1, 2].some((count) => STATE_NAMES.has(words.slice(-count).join(' ')));
  const isLetters = /\bD\.?C\.?,? $/.test(text.slice(Math.max(0, at - 6), at));
  return isState || isLetters ? digitGroups(at, match[0]) : undefined;
}
