import { matchAt, type Reading, speak } from '../../../text/reading.js';
import { type Line, type Reader, spell, spellLetters } from './line.js';
import { cardinal, twoDigits } from './number-words.js';

const CLOCK =
  /(?<hour>\d{1,2}):(?<minute>[0-5]\d)(?::(?<second>[0-5]\d)(?:\.\d{1,6})?)?(?![\d:])(?<utc>Z\b)?/y;
const ZONE =
  '(?:[eE][sSdD]?[tT]|[cC][sSdD][tT]|[mM][sSdD][tT]|[pP][sSdD]?[tT]|[gG][mM][tT]|[uU][tT][cC]|[bB][sS][tT]|[cC][eE][sS]?[tT]|[iI][sS][tT]|[jJ][sS][tT]|[aA][eE][sSdD][tT])';
const HALF_OF_DAY = new RegExp(
  `\\s?(?<half>[aApP])(?:\\.\\s?[mM](?:\\.(?=${ZONE}(?!\\p{L}))|\\.?(?!\\p{L}))|[mM](?!\\p{L}))`,
  'uy',
);
const HOUR = /(?:1[0-2]|0?[1-9])(?=\s?[aApP](?:\.\s?[mM]\.?|[mM])(?!\p{L}))/uy;
const TIME_ZONE = new RegExp(`\\s?(?<zone>${ZONE}|(?:\\p{L}\\.){2}\\p{L}\\.?)(?![\\p{L}\\d])`, 'uy');
const TO = /\s?[-–]\s?(?=\d)/y;
/** A time with a full stop: 7.30, 17.00. */
const WITH_STOP = /(?<hour>[01]?\d|2[0-4])\.(?<minute>[0-5]\d)(?![\d%°$€£]|[.:,]\d)/y;
const RANGE_WITH_STOPS =
  /(?:[01]?\d|2[0-4])\.[0-5]\d\s?(?:[-–]|to|and|until|till)\s?(?:[01]?\d|2[0-4])\.[0-5]\d(?![\d%°]|[.:,]\d)/y;
const AT_HOURS = /(?<hour>[01]?\d|2[0-4])h(?<minute>[0-5]\d)(?![\p{L}\d])/uy;
/** Words before a time, such as "opens at" and "until". */
const BEFORE_TIMES =
  /(?:^|[\s(])(?:at|by|until|till|since|from|between|around|before|after|\d{1,2}\.[0-5]\d (?:to|and)|from \d{1,2} to|opens?|starts?|starting|begins?|beginning|closes?|kick-?off|doors|departs?|departing|leaves?|arrives?|arriving|today|tonight|tomorrow|yesterday|morning|afternoon|evening|daily|\p{L}+days?)[,:]?\s$/iu;
/** Words of prices, marks and versions, which also go "up to 10.30". */
const VALUES =
  /\b(?:priced?|prices|value[ds]?|trad(?:e[ds]?|ing)|sold|sells?|selling|rates?|rated|scor(?:e|es|ed|ing)|averag(?:e|es|ed|ing)|costs?|version|upgraded?|rose|risen|rises?|fell|fallen|falls?|grew|grown|increased?|decreased?|dropped|drops?|gained|lost|stock|shares?|index|yield|dollars?|euros?|pounds?|percent|multipl(?:y|ied)|divided?|reduced?|raised?|lowered|chapter|section|ratio|grade|points?|magnitude|measure[ds]?|weighs?|seconds?)\b/iu;
const AFTER_TIMES =
  /^\s(?:train|bus|flight|ferry|boat|show|service|meeting|performance|screening|uhr|o'clock|sharp|tonight|tomorrow|today|in the (?:morning|afternoon|evening)|on \p{Lu}\p{L}+day)\b/iu;
const COUNTED_AFTER =
  /^\s?(?:%|percent|per|points?|million|billion|thousand|k?m|km|k?g|[cm]m|ml|l|inch|inches|feet|miles|meters?|metres?|seconds?|degrees?|euros?|dollars?|pounds?|and\sa\shalf)(?!\p{L})/iu;

/** Reads 3:30pm, 15:00, 12:00 a.m., 3 pm, 9:00-17:00, 7.30pm, at 10.30, 16h30. */
export const readTime: Reader = (line, at) => {
  if (!/\d/.test(line.text[at]!)) return undefined;
  const one = (start: number, inRange: boolean): Reading | undefined =>
    readClock(line, start) ?? clockWithStop(line, start, inRange) ?? hour(line, start);
  const first = one(at, matchAt(RANGE_WITH_STOPS, line.text, at) !== null);
  if (first === undefined) return undefined;
  const to = matchAt(TO, line.text, first.end);
  const second = to === null ? undefined : one(first.end + to[0].length, true);
  if (to === null || second === undefined) return withZone(line, first);
  return {
    end: second.end,
    pieces: [...first.pieces, ...speak('to', first.end, first.end + to[0].length), ...second.pieces],
  };
};

/** Reads 7.30pm. 10.30 without a.m. or p.m. is a time only next to certain words. */
function clockWithStop(line: Line, at: number, inRange: boolean): Reading | undefined {
  if (/[\p{L}\d$€£¥.#v-]/u.test(line.text[at - 1] ?? ' ') && !inRange) return undefined;
  const match = matchAt(WITH_STOP, line.text, at);
  if (!match) return undefined;
  const end = at + match[0].length;
  const half = halfOfDay(line, end) !== undefined && Number(match.groups!.hour) <= 12;
  return half || isTime(line, at, end, match.groups!, inRange) ? clock(line, at, match) : undefined;
}

function isTime(
  line: Line,
  at: number,
  end: number,
  groups: Record<string, string | undefined>,
  inRange: boolean,
): boolean {
  const [before, after] = [line.text.slice(Math.max(0, at - 60), at), line.text.slice(end, end + 24)];
  if (COUNTED_AFTER.test(after) || VALUES.test(before) || VALUES.test(after)) return false;
  if (AFTER_TIMES.test(after)) return true;
  // Prices have other decimals than quarters of an hour.
  const likely = /^(?:00|15|30|45)$/.test(groups.minute!) || Number(groups.hour) > 12 || inRange;
  return likely && (BEFORE_TIMES.test(before) || (inRange && /^(?:00|15|30|45)$/.test(groups.minute!)));
}

/** Reads the zone of "10:15 p.m. EST", "1:59 p.m.est". */
function withZone(line: Line, time: Reading): Reading {
  const last = time.pieces.at(-1);
  const match = last !== undefined && 'letter' in last ? matchAt(TIME_ZONE, line.text, time.end) : null;
  const zone = match?.groups?.zone;
  if (match === null || zone === undefined) return time;
  const end = time.end + match[0].length;
  const start = end - zone.length;
  return { end, pieces: [...time.pieces, ...spellLetters(zone, start)] };
}

/** Reads hours and minutes, optional seconds, and a.m. or p.m. */
export function readClock(line: Line, at: number): Reading | undefined {
  const match = matchAt(CLOCK, line.text, at) ?? matchAt(AT_HOURS, line.text, at);
  return match ? clock(line, at, match) : undefined;
}

function clock(line: Line, at: number, match: RegExpExecArray): Reading | undefined {
  const { hour: hours, minute, second, utc } = match.groups!;
  const value = Number(hours);
  if (value > 24) return undefined;
  const end = at + match[0].length;
  const half = halfOfDay(line, end);
  const twelve = half !== undefined || (value > 0 && value < 13 && !hours!.startsWith('0'));
  let spoken: string;
  if (minute === '00' && second !== undefined) spoken = `${cardinal(String(value))} hours zero minutes`;
  else if (minute === '00') {
    if (half !== undefined) spoken = cardinal(String(value));
    else if (value === 0) spoken = 'midnight';
    else
      spoken = twelve
        ? `${cardinal(String(value))} o'clock`
        : `${twoDigits(String(value).padStart(2, '0'))} hundred`;
  } else spoken = `${cardinal(String(value))} ${twoDigits(minute!)}`;
  if (second !== undefined)
    spoken += ` and ${cardinal(String(Number(second)))} ${second === '01' ? 'second' : 'seconds'}`;
  const pieces = speak(spoken, at, end - (utc?.length ?? 0));
  if (utc !== undefined) return { end, pieces: [...pieces, ...speak('Universal Time', end - 1, end)] };
  return half === undefined ? { end, pieces } : { end: half.end, pieces: [...pieces, ...half.pieces] };
}

/** Reads 3pm, 11 a.m. */
function hour(line: Line, at: number): Reading | undefined {
  const match = matchAt(HOUR, line.text, at);
  if (!match) return undefined;
  const end = at + match[0].length;
  const half = halfOfDay(line, end)!;
  return { end: half.end, pieces: [...speak(cardinal(String(Number(match[0]))), at, end), ...half.pieces] };
}

export function halfOfDay(line: Line, at: number): Reading | undefined {
  const match = matchAt(HALF_OF_DAY, line.text, at);
  if (!match) return undefined;
  const end = at + match[0].length;
  const letter = line.text.indexOf(match.groups!.half!, at);
  const second = line.text.slice(letter + 1, end).search(/[mM]/) + letter + 1;
  const [first] = spell(match.groups!.half!, letter);
  return { end, pieces: [first!, { text: 'M', start: second, end: second + 1, letter: true, joined: true }] };
}
