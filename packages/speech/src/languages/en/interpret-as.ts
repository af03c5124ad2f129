import type { InterpretedText } from '../../text/language.js';
import { type Piece, speak } from '../../text/reading.js';
import data from './interpret-as.json' with { type: 'json' };
import { MONTHS } from './reading/dates.js';
import { spell } from './reading/line.js';
import { cardinal, ordinal } from './reading/number-words.js';

const SIGNS: Readonly<Record<string, string>> = data.signs;
/** Kinds that the usual reading already follows. */
const AS_READ = new Set(data.usualKinds);

export function interpretAs(kind: string, format: string, content: string): InterpretedText | undefined {
  switch (kind.toLowerCase()) {
    case 'characters':
    case 'character':
    case 'spell-out':
    case 'spell':
    case 'letters':
    case 'verbatim':
      return { pieces: charactersOf(content) };
    case 'digits':
    case 'digit':
    case 'number_digit':
      return {
        pieces: charactersOf(content).filter(
          (piece) => !('text' in piece) || !Object.values(SIGNS).includes(piece.text),
        ),
      };
    case 'telephone':
    case 'phone':
      return { pieces: telephone(content) };
    case 'cardinal':
    case 'number':
      return numberOf(content, cardinal);
    case 'ordinal':
      return numberOf(content, ordinal);
    case 'date':
      return dateOf(content, format.toLowerCase());
    case 'expletive':
    case 'bleep':
      return { text: 'beep' };
    default:
      return AS_READ.has(kind.toLowerCase().split(/[:_-]/)[0]!) ? 'as read' : undefined;
  }
}

function charactersOf(content: string): Piece[] {
  return [...content.matchAll(/[\p{L}\d]+|[^\s\p{L}\d]/gu)].flatMap(({ 0: part, index }) => {
    if (/[\p{L}\d]/u.test(part)) return spell(part, index);
    const sign = SIGNS[part];
    return sign === undefined ? [] : speak(sign, index, index + 1);
  });
}

function telephone(content: string): Piece[] {
  return [...content.matchAll(/\+|[\p{L}\d]+/gu)].flatMap(({ 0: part, index }, i): Piece[] => {
    const spoken = part === '+' ? speak('plus', index, index + 1) : spell(part, index);
    return i === 0 || content[index - 1] === '+' ? spoken : [{ mark: ',' }, ...spoken];
  });
}

function numberOf(content: string, words: (number: string) => string): InterpretedText {
  const [, sign, digits] = /^([-−+]?)(\d{1,15}|\d{1,3}(?:,\d{3}){1,4})$/.exec(content.trim()) ?? [];
  if (digits === undefined) return 'as read';
  const spoken = words(digits.replaceAll(',', ''));
  const signed = sign === '' ? spoken : `${sign === '+' ? 'plus' : 'minus'} ${spoken}`;
  return { pieces: speak(signed, 0, content.length) };
}

/** Reads "01/02/2024" as the first of February if the format is "dmy". */
function dateOf(content: string, format: string): InterpretedText {
  const numbers = content.match(/\d{1,4}/g) ?? [];
  const parts = [...(format || (/^\d{8}$/.test(content) ? 'ymd' : ''))].filter((part) =>
    'ymd'.includes(part),
  );
  const order = [...new Set(parts)];
  const values =
    /^\d{8}$/.test(content) && order.join('') === 'ymd'
      ? [content.slice(0, 4), content.slice(4, 6), content.slice(6)]
      : numbers;
  if (/\p{L}/u.test(content) || order.length !== values.length || order.length === 0) return 'as read';
  const value = (part: string) => (order.includes(part) ? Number(values[order.indexOf(part)]) : undefined);
  const [year, month, day] = ['y', 'm', 'd'].map(value);
  if (month === undefined) return 'as read';
  const name = MONTHS[month - 1];
  if (name === undefined || (day !== undefined && !(day >= 1 && day <= 31))) return 'as read';
  const words = [day === undefined ? name : `${name} ${day}`, year === undefined ? '' : fullYear(year)];
  return { text: words.filter((word) => word !== '').join(day === undefined ? ' ' : ', ') };
}

function fullYear(year: number): string {
  return String(year < 100 ? year + (year < 50 ? 2000 : 1900) : year);
}
