import { matchAt, type Reading, readAs } from '../../../text/reading.js';
import { isAttribute, type Line, type Reader } from './line.js';
import { COUNTED_NUMBER, cardinal, decimal, plainDigits } from './number-words.js';
import { CURRENCIES, type Currency, MAGNITUDES, PER_UNITS } from './units.js';

const NAMES = [...CURRENCIES.keys()]
  .sort((a, b) => b.length - a.length)
  .map((name) => (name === 'Rs' ? 'Rs\\.?' : name.replace('$', '\\$')));
const MAGNITUDE =
  '(?:\\s?(?<magnitude>hundred|thousand|million|billion|trillion|lakh|crore|Mio|Mrd)s?(?!\\p{L})|(?<letter>k|K|mn|mm|MM|m|M|bn|b|B|tn|t|T)(?![\\p{L}\\d])|\\s(?<apart>mn|m|M|bn|b|B|tn)(?![\\p{L}\\d-]))?';
const RANGE = `(?:\\s?(?<to>[-–]|to)\\s?(?:NAME)?(?<last>${COUNTED_NUMBER})(?![\\d:/]))?`;
const PER = '(?:/(?<per>\\p{L}{1,8}[²³23]?)(?![\\p{L}\\d]))?';

const SYMBOL_FIRST = new RegExp(
  `(?<minus>[-−])?(?<name>${NAMES.join('|')})\\s?(?<minusBehind>[-−])?(?<amount>${COUNTED_NUMBER})${RANGE.replace('NAME', NAMES.join('|'))}${MAGNITUDE}${PER}`,
  'uy',
);
const SYMBOL_LAST = new RegExp(
  `(?<minus>[-−])?(?<amount>${COUNTED_NUMBER})${RANGE.replace('(?:NAME)?', '')}${MAGNITUDE}\\s?(?<name>${NAMES.join('|')})(?![\\p{L}\\d])${PER}`,
  'uy',
);
const CENTS = /(?<amount>\d+(?:\.\d+)?)\s?¢|¢\s?(?<behind>\d+(?:\.\d+)?)/y;

/** Reads $12.50, €3m, £5-10k, $1.2 billion, -$5, 12,50 €, 20 USD, 50¢, $5/month, €1.234,56, ₹12,34,567. */
export const readMoney: Reader = (line, at) => {
  const match = matchAt(SYMBOL_FIRST, line.text, at) ?? matchAt(SYMBOL_LAST, line.text, at);
  if (match && !(/\p{L}/u.test(match[0][0]!) && /\p{L}/u.test(line.text[at - 1] ?? ' ')))
    return money(line, at, match);
  const cents = matchAt(CENTS, line.text, at);
  if (!cents) return undefined;
  const amount = cents.groups!.amount ?? cents.groups!.behind!;
  const end = at + cents[0].length;
  return readAs(`${decimal(amount!)} ${amount === '1' ? 'cent' : 'cents'}`, at, end);
};

function money(line: Line, at: number, match: RegExpExecArray): Reading {
  const { name, minus, minusBehind, magnitude } = match.groups!;
  const letter = match.groups!.letter ?? match.groups!.apart;
  const per = match.groups!.per === undefined ? undefined : PER_UNITS.get(match.groups!.per);
  const end =
    at +
    match[0].length -
    (match.groups!.per !== undefined && per === undefined ? match.groups!.per.length + 1 : 0);
  const currency = CURRENCIES.get(name!.replace('.', ''))!;
  const amount = plainDigits(match.groups!.amount!);
  const last = match.groups!.last === undefined ? undefined : plainDigits(match.groups!.last);
  const power = MAGNITUDES.get(magnitude ?? letter ?? '');
  const sign =
    minus !== undefined || minusBehind !== undefined ? (isRangeDash(line, at) ? 'to ' : 'minus ') : '';
  let spoken: string;
  const attribute = isAttribute(line, end);
  if (last !== undefined)
    spoken = `${plain(amount)} to ${plain(last)}${power ? ` ${power}` : ''} ${attribute ? currency.one : currency.many}`;
  else if (power !== undefined)
    spoken = `${plain(amount)} ${power} ${attribute ? currency.one : currency.many}`;
  else if (attribute && !amount.includes('.')) spoken = `${plain(amount)} ${currency.one}`;
  else spoken = exact(amount, currency);
  return readAs(sign + spoken + (per ? ` per ${per}` : ''), at, end);
}

/** Whether the sign directly follows a number, as in "$5 -$10". */
function isRangeDash(line: Line, at: number): boolean {
  return /\d(?:[kKmMbB]|bn|mn)?$/.test(line.text.slice(Math.max(0, at - 3), at));
}

function plain(amount: string): string {
  return decimal(amount.replace(/\.00$/, ''));
}

function exact(amount: string, currency: Currency): string {
  const [whole, written] = amount.split('.') as [string, string | undefined];
  // "$20.5" is read as "$20.50".
  const part = written?.length === 1 && currency.cent !== undefined ? `${written}0` : written;
  const units = (number: string): string =>
    `${cardinal(number)} ${/^0*1$/.test(number) ? currency.one : currency.many}`;
  if (part === undefined || part === '00') return units(whole);
  if (part.length !== 2 || currency.cent === undefined) return `${decimal(amount)} ${currency.many}`;
  const cents = `${cardinal(String(Number(part)))} ${currency.cent[Number(part) === 1 ? 0 : 1]}`;
  return /^0*$/.test(whole) ? cents : `${units(whole)} ${cents}`;
}
