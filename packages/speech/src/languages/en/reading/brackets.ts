import { matchAt, type Reader, say } from '../../../text/reading.js';

const EMOTICON = /(?:[:;=8]['o*-]?[)(\][DPpO/\\|}{@]+|<3+|\^_*\^|-_+-|:'\()(?![\p{L}\d])/uy;
/** Words in angle brackets that are no comparison: <stdio.h>, vector<int>. */
const BRACKETED = /<[\p{L}\d_.:/,@?&=%+-]{1,60}>/uy;
/** Directly behind a word: Promise<User | null>. */
const GENERIC = /<\p{L}[\p{L}\d_.:/?[\]]{0,30}(?:\s?[|,]\s?[\p{L}\d_.:/?[\]]{1,30}){0,5}>/uy;
const BRACKETED_BEFORE = /<[\p{L}\d_.:/,@?&=%+-]{1,60}$/u;
const GENERIC_BEFORE = /\p{L}<\p{L}[\p{L}\d_.:/?[\]]{0,30}(?:\s?[|,]\s?[\p{L}\d_.:/?[\]]{1,30}){0,5}$/u;
const AMOUNT = /[-+−~]?(?:[$£€¥]\s?)?\.?\d/y;
const RULE = /[=<>]{4,}/y;

/** What structures a text without being said: angle brackets of code, quoting, rules, emoticons. */
export const readMarkup: Reader = ({ text }, at) => {
  const silent = (length: number) => ({ end: at + length, pieces: [] });
  const before = text[at - 1] ?? ' ';
  const whole = matchAt(RULE, text, at) ?? (/\s/.test(before) ? matchAt(EMOTICON, text, at) : null);
  if (whole) return silent(whole[0].length);
  if (text[at] === '=' && /^={2,}$/.test(text.trim())) return silent(1);
  if (
    text[at] === '<' &&
    (matchAt(BRACKETED, text, at) || (/\p{L}/u.test(before) && matchAt(GENERIC, text, at)))
  )
    return silent(1);
  if (text[at] !== '>') return undefined;
  if (/[\s(]/.test(before) && matchAt(AMOUNT, text, at + 1))
    return { end: at + 1, pieces: say('more than', at, at + 1) };
  const line = text.slice(Math.max(0, at - 64), at);
  return BRACKETED_BEFORE.test(line) || GENERIC_BEFORE.test(line) || isQuoting(text, at)
    ? silent(1)
    : undefined;
};

/** "> quoted" and "> > twice" at the beginning of a line, but ">50%" is a comparison. */
function isQuoting(text: string, at: number): boolean {
  if (!/(?:^|\n)[ >]{0,20}$/.test(text.slice(Math.max(0, at - 21), at))) return false;
  return text[at + 1] !== '=' && !matchAt(AMOUNT, text, at + 1);
}
