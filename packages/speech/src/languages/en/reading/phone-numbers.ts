import { matchAt, type Piece, type Reading, speak } from '../../../text/reading.js';
import { countDigits, digitGroups } from './digit-groups.js';
import { type Line, type Reader, spell, wordBefore } from './line.js';

/** Forms that are always telephone numbers. */
const FORMS = [
  // +1 (555) 123-4567, +44 20 7946 0958, 0049 30 1234567
  /(?:\+\d{1,3}|00[1-9]\d{0,2}(?=[ .-]))(?:[ .-]?\(?\d{1,9}\)?){2,6}(?!\d)/y,
  // (555) 123-4567, (020) 7946 0958, (02) 9876 5432
  /\(0?\d{1,5}\)[ .-]?\d{3,4}[ .-]?\d{3,5}(?!\d)/y,
  // 8 (495) 123-45-67
  /8[ -]\(?\d{3}\)?[ -]\d{3}-\d\d-\d\d(?![\d-])/y,
  // 1-800-555-0199, 555-123-4567, 555.123.4567
  /(?:1[-. ])?\d{3}[-. ]\d{3}[-. ]\d{4}(?![\d-])/y,
  // 135-4567-8900
  /1[3-9]\d[ -]\d{4}[ -]\d{4}(?![\d-])/y,
  // 06 12 34 56 78, 01.23.45.67.89
  /0[1-9](?:[ .-]\d\d){4}(?![\d.-])/y,
  // 089 123 456 78, 044 123 45 67
  /0[1-9]\d{1,3}(?:[ -]\d{2,4}){3,4}(?![\d-]|[.,]\d)/y,
  // 020 7946 0958, 0412 345 678, 010-1234-5678, 03-1234-5678
  /0\d{1,4}[ .-]\d{3,4}[ .-]\d{3,4}(?![\d.-])/y,
  // 07911 123456, 030-1234567, 030/123456, 0151 12345678
  /0[1-9]\d{1,3}[ /-]\d{5,9}(?![\d/-])|0[1-9]0[ /-]\d{6,8}(?![\d/-])|0\d{2,4}\/\d{4,9}(?![\d/])/y,
  // 0800 1111, 1300 123 456
  /(?:0[58]00[ -]\d{3,7}(?:[ -]\d{3,4}){0,2}|1[38]00[ -]\d{3}[ -]\d{3})(?![\d-])/y,
  // 98765 43210
  /[6-9]\d{4}[ -]\d{5}(?![\d-])/y,
];
/** Digits in groups, which are a telephone number after words such as "call". */
const ANY = /\d[\d ()./-]{4,24}\d(?![\d\p{L}])/uy;
const LOCAL = /\d{3}[- ]\d{4}(?![\d-])/y;
const CALL =
  /(?:^|[\s(])(?:call(?:ed|ing|s)?|phone|telephone|tel|dial(?:l?ed|l?ing)?|fax|mobile|cell|handy|whatsapp|hotline|helpline|ring|rang|text|sms|contact|landline|ph|mob)(?:\s(?:me|us|him|her|them|number|no|nr|line|is|was|at|on|to|via|or|now)){0,4}[.:]?:?\s?(?:#\s?)?$/iu;
const TEXT_TO = /\btext\s\p{L}{1,20}\sto\s$/iu;
const EMERGENCY = /(?:911|999|112|101|111|411|311|211|511|611|811|988|110|118|119|000)(?!\d)/y;
const CALLED = /^(?:call|called|calling|dial|dialed|dialled|dialing|ring|rang|phone|text)$/;
const TOLL_FREE = /1-8\d\d-(?=[A-Z]{2})/y;
const EXTENSION = /\s?,?\s(?:x|ext\.?|extension)\s?(?<digits>\d{1,6})(?!\d)/y;
/** A short number before "call" or "dispatcher". */
const EMERGENCY_CALL = /(?:911|999|112)(?=\s(?:calls?|callers?|dispatch\p{L}*|operators?|emergency)\b)/uy;

/** Reads telephone numbers of many countries digit by digit. */
export const readPhoneNumber: Reader = (line, at) => {
  const number = phoneNumber(line, at);
  const extension = number && matchAt(EXTENSION, line.text, number.end);
  if (!number || !extension) return number;
  const end = number.end + extension[0].length;
  const { digits } = extension.groups!;
  const digitsAt = end - digits!.length;
  return {
    end,
    pieces: [
      ...number.pieces,
      { mark: ',' },
      ...speak('extension', number.end, digitsAt),
      ...spell(digits!, digitsAt),
    ],
  };
};

function phoneNumber(line: Line, at: number): Reading | undefined {
  const { text } = line;
  if (!/[\d+(]/.test(text[at]!)) return undefined;
  if (/[\p{L}\d$€£¥]$|\d[.,/-]$/u.test(text.slice(Math.max(0, at - 2), at))) return undefined;
  for (const pattern of FORMS) {
    const match = matchAt(pattern, text, at);
    if (match && countDigits(match[0]) >= 7 && countDigits(match[0]) <= 16) return digitGroups(at, match[0]);
  }
  const before = text.slice(Math.max(0, at - 60), at);
  const local = matchAt(LOCAL, text, at)?.[0];
  const called = CALL.test(before);
  if (
    local !== undefined &&
    (called || local.startsWith('555-') || (isUneven(text, at, local) && !wordBefore(line).endsWith('s')))
  )
    return digitGroups(at, local);
  const any = called || TEXT_TO.test(before) ? matchAt(ANY, text, at)?.[0] : undefined;
  if (any !== undefined && countDigits(any) >= 5 && countDigits(any) <= 16) return digitGroups(at, any);
  const emergency = CALLED.test(wordBefore(line))
    ? matchAt(EMERGENCY, text, at)
    : matchAt(EMERGENCY_CALL, text, at);
  if (emergency) return digitGroups(at, emergency[0]);
  const free = matchAt(TOLL_FREE, text, at)?.[0];
  if (free === undefined) return undefined;
  const hundreds = free.startsWith('1-800') ? 'eight hundred' : undefined;
  const pieces: Piece[] =
    hundreds === undefined
      ? [...digitGroups(at, free.slice(0, -1)).pieces]
      : speak(`one ${hundreds}`, at, at + free.length - 1);
  return { end: at + free.length, pieces };
}

/** Whether 123-4567 is a number to call; "150-2000 people" is a range. */
function isUneven(text: string, at: number, local: string): boolean {
  return /^\d\d[1-9]-\d{3}[1-9]$/.test(local) && !/^\s\p{Ll}/u.test(text.slice(at + local.length));
}
