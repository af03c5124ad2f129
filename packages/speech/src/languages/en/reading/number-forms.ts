/**
 * Forms of numbers in which the commas, points, apostrophes and spaces have only one meaning: 1,234.5 (English), 12,34,567
 * (Indian), 1'234'567.50 (Swiss), 1.234,56 and 1.234.567 (German), 1 234,56 (French). No form begins with a space.
 */
const GROUPED_FORMS = [
  "\\d{1,3}(?:'\\d{3})+(?!\\d)(?:\\.\\d+)?",
  '\\d{1,3}(?:\\.\\d{3})+,\\d{1,2}(?![\\d,])',
  '\\d{1,3}(?: \\d{3})+,\\d{1,2}(?![\\d,])',
  '\\d{1,2}(?:,\\d{2})+,\\d{3}(?!\\d)(?:\\.\\d+)?',
  '\\d{1,3}(?:,\\d{3})+(?!\\d)(?:\\.\\d+)?',
];
const PLAIN_FORMS = ['\\d+(?:\\.\\d+)?', '\\.\\d+'];

/** Source of a pattern: a number in any of the forms above, or plain digits with or without a decimal point. */
export const ANY_NUMBER = [...GROUPED_FORMS, ...PLAIN_FORMS].join('|');

/** As ANY_NUMBER; a comma before one or two last digits is a decimal one. Only for places where a unit or a currency follows. */
export const COUNTED_NUMBER = [
  ...GROUPED_FORMS,
  '(?:\\d{1,2}(?: \\d{3})+|\\d+),\\d{1,2}(?![\\d,])',
  '0,\\d{3}(?![\\d,])',
  ...PLAIN_FORMS,
].join('|');

/** The number as `decimal` and `cardinal` take it: digits, perhaps with a decimal point. */
export function plainDigits(written: string): string {
  const compact = written.replace(/[' ]/g, '');
  if (/^\d{1,3}(?:\.\d{3})+,\d{1,2}$|^\d+,\d{1,2}$|^0,\d{3}$/.test(compact))
    return compact.replaceAll('.', '').replace(',', '.');
  return compact.replaceAll(',', '');
}
