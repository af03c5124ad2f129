import { isWord, type Line, matchAt, type Reader, type Reading, say, spell } from '../../../text/reading.js';
import { cardinal, digitByDigit, year } from './number-words.js';

/** Abbreviations of kinds of streets; "St" and "Dr" have other meanings, too. */
const TYPES: ReadonlyMap<string, string> = new Map(
  (
    'Aly:Alley Ave:Avenue Av:Avenue Blvd:Boulevard Bnd:Bend Br:Branch Brg:Bridge Byp:Bypass Cir:Circle Cres:Crescent Ct:Court Cv:Cove ' +
    'Cyn:Canyon Dr:Drive Expy:Expressway Expwy:Expressway Fwy:Freeway Gdns:Gardens Grv:Grove Hts:Heights Hwy:Highway ' +
    'Ln:Lane Mnr:Manor Pkwy:Parkway Pky:Parkway Pl:Place Plz:Plaza Rd:Road Rte:Route Rt:Route Sq:Square St:Street Ter:Terrace ' +
    'Terr:Terrace Tpke:Turnpike Trl:Trail Vw:View Way:Way Wy:Way Xing:Crossing'
  )
    .split(' ')
    .map((entry) => entry.split(':') as [string, string]),
);
/** Written so for nothing else, at least after a capital letter. */
const SURE = new Set('Ave Blvd Expy Expwy Fwy Hwy Pkwy Pky Plz Rd Tpke Xing Rte Ln'.split(' '));
const FULL_TYPES =
  'Street Avenue Road Boulevard Drive Lane Court Place Square Terrace Way Parkway Highway Circle Trail Plaza Crescent Alley Expressway Freeway Turnpike Crossing Row Mews Close Gardens Grove';
const DIRECTIONS: Readonly<Record<string, string>> = {
  N: 'North',
  S: 'South',
  E: 'East',
  W: 'West',
  NE: 'Northeast',
  NW: 'Northwest',
  SE: 'Southeast',
  SW: 'Southwest',
};
const ANY_TYPE = [...TYPES.keys(), ...FULL_TYPES.split(' ')].sort((a, b) => b.length - a.length);
const TYPE_SOURCE = `(?:${ANY_TYPE.join('|')}|${ANY_TYPE.join('|').toLowerCase()})`;
/** " N Main St", " 5th Ave", " E. Martin Luther King Blvd": after a house number. */
const STREET_AHEAD = new RegExp(
  `\\s(?:[NSEWnsew][EWew]?\\.?\\s)?(?:(?:\\p{Lu}[\\p{L}'-]*\\.?|\\d{1,3}(?:st|nd|rd|th)|\\p{Ll}{2,12}(?=\\s${TYPE_SOURCE.toLowerCase()}(?![\\p{L}\\d]))|of|de|la|las|los|el|the|del)\\s){1,5}${TYPE_SOURCE}(?:\\.|(?![\\p{L}\\d]))`,
  'uy',
);
/** " W 2nd", " N Main": a direction after a house number, whose street may lack its kind. */
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
const PLACES: Readonly<Record<string, string>> = {
  Apt: 'Apartment',
  Ste: 'Suite',
  Bldg: 'Building',
  Rm: 'Room',
  Fl: 'Floor',
  Rte: 'Route',
  Rt: 'Route',
  Hwy: 'Highway',
};

const TYPE_AFTER = new RegExp(`\\s${TYPE_SOURCE}(?![\\p{L}\\d])`, 'uy');

/** Whether the word that ends there is the name of a street, which is no initialism without vowels: "Smth St". */
export function isStreetName(text: string, end: number): boolean {
  return matchAt(TYPE_AFTER, text, end) !== null;
}

/** House numbers, directions, kinds of streets and numbers of roads. */
export const readStreetAddress: Reader = (line, at) => {
  if (/[\p{L}\d]/u.test(line.text[at - 1] ?? ' ')) return undefined;
  return (
    buildingNumber(line, at) ??
    roadNumber(line, at) ??
    direction(line, at) ??
    place(line, at) ??
    streetType(line, at)
  );
};

/** 2788 San Tomas Expy: "twenty seven eighty eight". */
function buildingNumber({ text }: Line, at: number): Reading | undefined {
  const match = matchAt(BUILDING, text, at);
  if (!match || /[$€£#.,:/-]$/.test(text.slice(0, at))) return undefined;
  const end = at + match[0].length;
  if (!matchAt(STREET_AHEAD, text, end) && !matchAt(DIRECTION_AHEAD, text, end)) return undefined;
  const { digits, letter, flat } = match.groups!;
  const digitsEnd = at + digits!.length;
  const pieces = say(buildingNumberWords(digits!), at, digitsEnd);
  if (letter !== undefined) pieces.push(...spell(letter, digitsEnd));
  if (flat !== undefined) pieces.push(...say(buildingNumberWords(flat), end - flat.length, end));
  return { end, pieces };
}

function buildingNumberWords(digits: string): string {
  if (digits.length === 4) return digits.startsWith('0') ? digitByDigit(digits) : year(digits);
  return digits.length === 5 ? digitByDigit(digits) : cardinal(digits);
}

/** Highway 101: "one oh one"; 405: "four oh five"; 280: "two eighty". */
function roadNumber(line: Line, at: number): Reading | undefined {
  const match = matchAt(ROAD_NUMBER, line.text, at);
  if (!match || !ROAD.test(line.text.slice(Math.max(0, at - 16), at))) return undefined;
  const { digits } = match.groups!;
  const low = Number(digits!.slice(1));
  const end = at + 3;
  const spoken =
    low === 0
      ? cardinal(digits!)
      : `${cardinal(digits![0]!)} ${low < 10 ? `oh ${cardinal(String(low))}` : cardinal(String(low))}`;
  return { end, pieces: say(spoken, at, end) };
}

/** "45 N Main", "Pennsylvania Ave NW", "I-80 E". */
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
  const afterType =
    last !== undefined && isWord(last) && ` ${FULL_TYPES} `.includes(` ${last.text} `) && !ahead;
  const afterRoad = /(?:Highway|Hwy|Route|Rte|Interstate|\bI|\bUS|SR)[ -]\d{1,3}\s$/.test(before);
  const opens = inStreet && /^\p{Lu}/u.test(text.slice(at)) && !/(?:\p{Lu}[\p{L}.]*|\d)\s$/u.test(before);
  if (!afterNumber && !opens && !(afterType && /^(?:[\s,.;)]|$)/.test(after)) && !afterRoad) return undefined;
  const stop = match[0].endsWith('.') && after.trim() === '' ? 1 : 0;
  const end = at + match[0].length - stop;
  return { end, pieces: say(DIRECTIONS[match.groups!.direction!.toUpperCase()]!, at, end) };
}

/** Apt 4B, Ste 200, Hwy 101. */
function place({ text }: Line, at: number): Reading | undefined {
  const floor = /\d(?:st|nd|rd|th) $/.test(text.slice(Math.max(0, at - 5), at))
    ? matchAt(FLOOR, text, at)
    : null;
  if (floor) return { end: at + floor[0].length, pieces: say('Floor', at, at + floor[0].length) };
  const match = matchAt(PLACE_NUMBER, text, at);
  if (!match) return undefined;
  const end = at + match[0].length;
  return { end, pieces: say(PLACES[match.groups!.word!]!, at, end) };
}

/** Oak Rd, 5th Ave, 12 Elm Ct. */
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
  // The stop of the sentence stays.
  if (
    text[end] === '.' &&
    /^\.(?:,|\s\S)/.test(text.slice(end, end + 3)) &&
    !/^\.\s\p{Lu}/u.test(text.slice(end, end + 3))
  )
    end++;
  return { end, pieces: say(spoken, at, end) };
}

/** "123 e main st", not "12 people st". */
function isStreetInSmall(before: string): boolean {
  return /\d[a-z]?\s(?:[nsew][ew]?\s)?(?:\p{L}+\s|\d{1,3}(?:st|nd|rd|th)\s){1,2}$/iu.test(before);
}
