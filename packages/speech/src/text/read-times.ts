import { cardinal } from './number-words.js';
import { type Line, matchAt, type Reader, type Reading, say, spell } from './reading.js';

const CLOCK =
  /(?<hour>\d{1,2}):(?<minute>[0-5]\d)(?::(?<second>[0-5]\d)(?:\.\d{1,6})?)?(?![\d:])(?<utc>Z\b)?/y;
const HALF_OF_DAY = /\s?(?<half>[aApP])(?:\.\s?[mM]\.?|[mM])(?!\p{L})/uy;
const HOUR = /(?:1[0-2]|0?[1-9])(?=\s?[aApP](?:\.\s?[mM]\.?|[mM])(?!\p{L}))/uy;
const TO = /\s?[-–]\s?(?=\d)/y;

/** 3:30pm, 15:00, 12:00 a.m., 3 pm, 9:00-17:00. */
export const readTime: Reader = (line, at) => {
  const first = readClock(line, at) ?? hour(line, at);
  if (first === undefined) return undefined;
  const to = matchAt(TO, line.text, first.end);
  const second =
    to === null
      ? undefined
      : (readClock(line, first.end + to[0].length) ?? hour(line, first.end + to[0].length));
  if (to === null || second === undefined) return first;
  return {
    end: second.end,
    pieces: [...first.pieces, ...say('to', first.end, first.end + to[0].length), ...second.pieces],
  };
};

/** Hours and minutes, with or without seconds, and a.m. or p.m. behind them. */
export function readClock(line: Line, at: number): Reading | undefined {
  const match = matchAt(CLOCK, line.text, at);
  if (!match) return undefined;
  const { hour: hours, minute, second, utc } = match.groups!;
  const value = Number(hours);
  if (value > 24) return undefined;
  const end = at + match[0].length;
  const half = halfOfDay(line, end);
  const twelve = half !== undefined || (value > 0 && value < 13 && !hours!.startsWith('0'));
  let spoken: string;
  if (minute === '00' && second === undefined) {
    if (half !== undefined) spoken = cardinal(String(value));
    else if (value === 0) spoken = 'midnight';
    else spoken = twelve ? `${cardinal(String(value))} o'clock` : `${hundreds(value)} hundred`;
  } else spoken = `${cardinal(String(value))} ${minuteWords(minute!)}`;
  if (second !== undefined)
    spoken += ` and ${cardinal(String(Number(second)))} ${second === '01' ? 'second' : 'seconds'}`;
  const pieces = say(spoken, at, end - (utc?.length ?? 0));
  if (utc !== undefined) return { end, pieces: [...pieces, ...say('Universal Time', end - 1, end)] };
  return half === undefined ? { end, pieces } : { end: half.end, pieces: [...pieces, ...half.pieces] };
}

/** 3pm, 11 a.m. */
function hour(line: Line, at: number): Reading | undefined {
  const match = matchAt(HOUR, line.text, at);
  if (!match) return undefined;
  const end = at + match[0].length;
  const half = halfOfDay(line, end)!;
  return { end: half.end, pieces: [...say(cardinal(String(Number(match[0]))), at, end), ...half.pieces] };
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

function hundreds(hourOfDay: number): string {
  return hourOfDay < 10 ? `oh ${cardinal(String(hourOfDay))}` : cardinal(String(hourOfDay));
}

function minuteWords(minute: string): string {
  if (minute === '00') return "o'clock";
  return minute.startsWith('0') ? `oh ${cardinal(minute[1]!)}` : cardinal(minute);
}
