import { matchAt, type Reader } from './reading.js';

const EMOTICON = /(?:[:;=8]['o*-]?[)(\][DPpO/\\|}{@]+|<3+|\^_*\^|-_+-|:'\()(?![\p{L}\d])/uy;
/** Not said; other words between angle brackets may be code. */
const TAG =
  /<\/?(?:a|b|i|u|s|p|br|hr|em|ol|ul|li|td|th|tr|h[1-6]|div|img|pre|sub|sup|body|code|head|html|span|small|strong|table|center|font)(?:\s[^<>]{0,200})?\/?>/iy;
/** Words in angle brackets that are no comparison: <stdio.h>, vector<int>. */
const BRACKETED = /<[\p{L}\d_.:/,]{1,60}>/uy;
/** Directly behind a word: Promise<User | null>. */
const GENERIC = /<\p{L}[\p{L}\d_.:/?[\]]{0,30}(?:\s?[|,]\s?[\p{L}\d_.:/?[\]]{1,30}){0,5}>/uy;
const BRACKETED_BEFORE = /<[\p{L}\d_.:/,]{1,60}$/u;
const GENERIC_BEFORE = /\p{L}<\p{L}[\p{L}\d_.:/?[\]]{0,30}(?:\s?[|,]\s?[\p{L}\d_.:/?[\]]{1,30}){0,5}$/u;
const RULE = /[=<>]{4,}/y;

/** What structures a text without being said: tags, angle brackets of code, quoting, rules, emoticons. */
export const readMarkup: Reader = ({ text }, at) => {
  const silent = (length: number) => ({ end: at + length, pieces: [] });
  const before = text[at - 1] ?? ' ';
  const whole =
    matchAt(TAG, text, at) ??
    matchAt(RULE, text, at) ??
    (/\s/.test(before) ? matchAt(EMOTICON, text, at) : null);
  if (whole) return silent(whole[0].length);
  if (text[at] === '=' && /^={2,}$/.test(text.trim())) return silent(1);
  if (
    text[at] === '<' &&
    (matchAt(BRACKETED, text, at) || (/\p{L}/u.test(before) && matchAt(GENERIC, text, at)))
  )
    return silent(1);
  if (text[at] !== '>') return undefined;
  const line = text.slice(Math.max(0, at - 64), at);
  return BRACKETED_BEFORE.test(line) || GENERIC_BEFORE.test(line) || text.slice(0, at).trim() === ''
    ? silent(1)
    : undefined;
};
