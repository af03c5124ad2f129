import { matchAt, type Reading, readAs } from '../../../text/reading.js';
import { type Reader, wordBefore } from './line.js';
import { raisedDigits } from './measures.js';
import { cardinal } from './number-words.js';
import data from './operators.json' with { type: 'json' };

/** Operators and their words; longer ones come first. */
const OPERATORS: readonly (readonly string[])[] = data;
const SUPERSCRIPT = /[⁻⁺]?[⁰¹²³⁴-⁹]{1,4}/y;
const SUBSCRIPT = /[₀-₉]{1,6}/y;
const CARET = /\^[23](?![\d.])/y;
const SIGN = /[-−+~](?=[.]?\d|[$£€¥])/y;
const SIGNS: Readonly<Record<string, string>> = { '-': 'minus', '−': 'minus', '+': 'plus', '~': 'about' };

const operatorWords = (spoken: string, at: number, length = 1): Reading => readAs(spoken, at, at + length);

/** Reads the sign of a number: -5, ~50, +3. */
export const readSign: Reader = ({ text }, at) =>
  matchAt(SIGN, text, at) &&
  !/\d['"]$/.test(text.slice(Math.max(0, at - 2), at)) &&
  /[\s([{=<>,:*/+$"'≤≥≈-]/.test(text[at - 1] ?? ' ')
    ? operatorWords(SIGNS[text[at]!]!, at)
    : undefined;

/** Reads x², 10⁻³, CO₂, c^2. The number of a footnote is skipped if it does not follow a letter or digit. */
export const readRaised: Reader = ({ text }, at) => {
  const square = matchAt(CARET, text, at);
  if (square) return operatorWords(square[0] === '^2' ? 'squared' : 'cubed', at, 2);
  const low = matchAt(SUBSCRIPT, text, at);
  if (low) return operatorWords(cardinal(low[0].normalize('NFKC')), at, low[0].length);
  const high = matchAt(SUPERSCRIPT, text, at);
  if (!high) return undefined;
  if (!/[\p{L}\d)\]]/u.test(text[at - 1] ?? ' ')) return { end: at + high[0].length, pieces: [] };
  const digits = raisedDigits(high[0]);
  const number = `${digits.startsWith('-') ? 'minus ' : ''}${cardinal(digits.replace(/^[-+]/, ''))}`;
  const spoken = digits === '2' ? 'squared' : digits === '3' ? 'cubed' : `to the power of ${number}`;
  return operatorWords(spoken, at, high[0].length);
};

/** Reads "*": emphasis next to a word, times between numbers, a telephone key after "press". */
export const readAsterisk: Reader = (line, at) => {
  const { text } = line;
  if (text[at] !== '*') return undefined;
  let end = at;
  while (text[end] === '*') end++;
  const [before, after] = [text[at - 1] ?? ' ', text[end] ?? ' '];
  const factorBefore = /(?:\d|\)|(?<!\p{L})\p{L})\s?$/u.test(text.slice(Math.max(0, at - 3), at));
  const factorAfter = /^\s?(?:\d|\(|\p{L}(?!\p{L}))/u.test(text.slice(end, end + 3));
  if (factorBefore && factorAfter && /\s/.test(before) === /\s/.test(after))
    return operatorWords(end - at === 2 ? 'to the power of' : 'times', at, end - at);
  if (/^(?:press|dial|hit|key|type|enter)$/.test(wordBefore(line)))
    return operatorWords('star', at, end - at);
  const isSign = end - at === 1 && /\s/.test(before) && /[\s.,;:!?]/.test(after) && line.read.length > 0;
  return isSign ? operatorWords('asterisk', at) : { end, pieces: [] };
};

/** Reads arrows to both sides, which are not words in angle brackets. */
export const readDoubleArrow: Reader = ({ text }, at) => {
  const arrow =
    text[at] === '<'
      ? OPERATORS.find(([written]) => /^<[-=]+>$/.test(written!) && text.startsWith(written!, at))
      : undefined;
  return arrow && operatorWords(arrow[1]!, at, arrow[0]!.length);
};

/** Reads =, <=, ->, &&, ÷ and similar operators. */
export const readOperator: Reader = ({ text }, at) => {
  if (text[at] === '!' && /[\s(&|=]/.test(text[at - 1] ?? ' ') && /^[\p{L}(]/u.test(text.slice(at + 1)))
    return operatorWords('not', at);
  const operator = OPERATORS.find(([written]) => text.startsWith(written!, at));
  return operator && operatorWords(operator[1]!, at, operator[0]!.length);
};
