import {
  matchAt,
  type Reader,
  type Reading,
  say,
  spell,
  withEnding,
  wordBefore,
} from '../../../text/reading.js';
import { cardinal } from './number-words.js';

/** Plans that are named by a section of the law: 401k, 401(k)s, 403(b), 457b. */
const PLAN =
  /(?<number>4\d\d|529)\s?(?:\((?<bracketed>[a-kA-K])\)|(?<letter>[kKbB]))(?<ending>'?s)?(?![\p{L}\d])/uy;
const PLANS: Readonly<Record<string, string>> = {
  '401': 'kK',
  '403': 'bB',
  '457': 'bB',
  '408': 'kK',
  '409': 'aA',
};
/** 20/20, 20/40 of eyes; 80/20, 60/40 of parts that make up all. */
const PAIR = /(?<first>\d{1,3})\/(?<second>\d{1,3})(?![\d/]|\.\d|[\p{L}])/uy;
const SIGHT_AFTER = /^\s(?:vision|eyesight|sight|hindsight|acuity)\b/i;
const SIGHT_BEFORE = /\b(?:vision|eyesight|hindsight|sight|eyes?)\b[^.!?]{0,24}$/i;
const SHARE_AFTER =
  /^\s(?:rule|split|principle|ratio|mix|blend|custody|chance|partnership|joint|ownership|portfolio|profit|shares?|basis|raffle)\b/i;
const PORSCHE = /911(?![\d.,]*\d)/y;

/** Numbers that are names: 401(k), 20/20 vision, the 80/20 rule, a Porsche 911. */
export const readNumberName: Reader = (line, at) => {
  if (/[\p{L}\d$€£.,/-]/u.test(line.text[at - 1] ?? ' ')) return undefined;
  const porsche = wordBefore(line) === 'porsche' ? matchAt(PORSCHE, line.text, at) : null;
  if (porsche) return { end: at + 3, pieces: say('nine eleven', at, at + 3) };
  return plan(line.text, at) ?? pair(line.text, at);
};

function plan(text: string, at: number): Reading | undefined {
  const match = matchAt(PLAN, text, at);
  if (!match) return undefined;
  const { number, bracketed, letter, ending = '' } = match.groups!;
  const written = bracketed ?? letter!;
  // "450k" is an amount.
  if (bracketed === undefined && !PLANS[number!]?.includes(written)) return undefined;
  const end = at + match[0].length;
  const low = Number(number!.slice(1));
  const digits = low < 10 ? `oh ${cardinal(String(low))}` : cardinal(String(low));
  const numberEnd = at + number!.length;
  const letters = spell(written, numberEnd + (bracketed === undefined ? 0 : 1));
  return {
    end,
    pieces: [
      ...say(`${cardinal(number![0]!)} ${digits}`, at, numberEnd),
      ...withEnding(letters, ending, end),
    ],
  };
}

function pair(text: string, at: number): Reading | undefined {
  const match = matchAt(PAIR, text, at);
  if (!match) return undefined;
  const { first, second } = match.groups!;
  const end = at + match[0].length;
  const after = text.slice(end, end + 16);
  const isSight =
    /^(?:20|6)$/.test(first!) &&
    (SIGHT_AFTER.test(after) || SIGHT_BEFORE.test(text.slice(Math.max(0, at - 40), at)));
  const isShare = Number(first) + Number(second) === 100 && (SHARE_AFTER.test(after) || first!.endsWith('0'));
  if (!isSight && !isShare) return undefined;
  return { end, pieces: say(`${cardinal(first!)} ${cardinal(second!)}`, at, end) };
}
