import { isWord, type Line, matchAt, type Reader, say, wordBefore } from '../../../text/reading.js';
import { ABBREVIATIONS } from '../abbreviations.js';

/** Days and months without a full stop: "Tue", "on Sat", "in Jan". */
const SHORT =
  /(?:Mon|Tues?|Wed|Thu(?:rs?)?|Fri|Sat|Sun|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)(?![\p{L}\d.]|'\p{L})/iuy;
/** Forms that are always a day or a month. */
const SURE = new Set(
  (
    'Mon Tue Tues Wed Thu Thur Thurs Fri Feb Apr Aug Sep Sept Oct Nov Jul tue tues thu thur thurs fri feb aug sept oct nov ' +
    'FEB AUG SEPT OCT NOV TUE TUES THU THUR THURS'
  ).split(' '),
);
/** Forms that may be names or nouns too: they are a day or a month only next to a word that makes them one. */
const UNSURE = new Set(
  'Sat Sun Jan Mar Jun Dec jan apr jul sep dec jun FRI MON WED SAT SUN JAN MAR JUN JUL DEC SEP APR'.split(
    ' ',
  ),
);
const BEFORE = new Set(
  'on in by until till since next last this every each late early mid from to through thru'.split(' '),
);
const CALENDAR =
  '(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun|Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)(?:\\p{Ll}*)(?!\\p{L})';
const AFTER = new RegExp(
  `^(?:\\s?[-–/&,]?\\s?\\d|\\s(?:morning|afternoon|evening|night|noon|at \\d|at noon)\\b|(?:\\s?[-–/,&]\\s?|\\s(?:and|or|to) )${CALENDAR}|\\s${CALENDAR})`,
  'iu',
);

export const readCalendarWord: Reader = (line, at) => {
  const written = /[\p{L}\d']/u.test(line.text[at - 1] ?? ' ')
    ? undefined
    : matchAt(SHORT, line.text, at)?.[0];
  if (written === undefined) return undefined;
  const end = at + written.length;
  const capitalised = written.charAt(0).toUpperCase() + written.slice(1).toLowerCase();
  const spoken = ABBREVIATIONS.get(capitalised)?.spoken;
  const isOne = SURE.has(written)
    ? !isVerb(line, written, end)
    : UNSURE.has(written) && isInCalendar(line, end);
  return isOne && spoken !== undefined ? { end, pieces: say(spoken, at, end) } : undefined;
};

/** "Wed in 1990, they had two children." */
function isVerb(line: Line, written: string, end: number): boolean {
  return written === 'Wed' && line.read.length === 0 && /^ (?:in|to|at|by)\b/.test(line.text.slice(end));
}

function isInCalendar(line: Line, end: number): boolean {
  const after = line.text.slice(end, end + 30);
  if (AFTER.test(after)) return true;
  const last = line.read.at(-1);
  const before = wordBefore(line);
  // "Fri, Sat", "Fri and Sat", and "on Sat"; "on Sun Microsystems" names something else.
  const joined =
    last !== undefined && (!isWord(last) || before === 'and' || before === 'or' || before === 'to');
  const inList = joined && isCalendarWord(line.read.at(-2));
  return (inList || BEFORE.has(before) || isCalendarWord(last)) && !/^ \p{Lu}/u.test(after);
}

function isCalendarWord(piece: Line['read'][number] | undefined): boolean {
  return (
    piece !== undefined && isWord(piece) && /^(?:\p{L}+day|January|March|June|December)$/u.test(piece.text)
  );
}
