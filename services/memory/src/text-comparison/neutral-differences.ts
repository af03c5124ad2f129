import type { Difference } from './compare-texts.js';

/** A number, a version, a time or a date in digits. */
const NUMBER = /\p{Nd}(?:[\p{Nd}.,:/-]*\p{Nd})?/gu;
/** A run in Latin script, which is an identifier, a path or an address if it has a letter and one of the marks. */
const IDENTIFIER = /[A-Za-z0-9_.:/\\@#=+-]+/g;
const LETTER = /[A-Za-z]/;
const MARK = /[0-9_/\\@#=]|[.:]\w|[A-Z][^A-Z]*[A-Z]/;
const INTEGER = /^\p{Nd}+$/u;
/** One word before a number, or two words before a number at the end: it names one of several things (note 1). */
const LABEL = /^(?:[^\s\d]+ 0(?!\d)|[^\s\d]+ [^\s\d]+ 0$)/u;
const BETWEEN_WORDS = /[\s\p{P}]+/gu;

/** Lists differences that need no knowledge of the language: numbers, dates in digits, and identifiers. Linear time. */
export function neutralDifferences(a: string, b: string): Difference[] {
  const [one, other] = [read(a), read(b)];
  return (['number', 'identifier'] as const).flatMap((kind) => {
    const left = without(one[kind], other[kind]);
    const right = without(other[kind], one[kind]);
    return left === '' && right === '' ? [] : [{ kind, left, right }];
  });
}

/**
 * Returns the number that is exchanged if two texts have one number each and are the same without it: another value of the
 * same thing in any language. Otherwise null, also for a number that names one of several things.
 */
export function exchangedNumber(a: string, b: string): Difference | null {
  const [one, other] = [read(a), read(b)];
  const [[left, second], [right, third]] = [one.number, other.number];
  if (left === undefined || right === undefined || left === right) return null;
  if (second !== undefined || third !== undefined || one.rest !== other.rest || one.rest === '') return null;
  if (LABEL.test(one.rest) && INTEGER.test(left) && INTEGER.test(right)) return null;
  return { kind: 'number', left, right };
}

function read(text: string) {
  const unified = text.normalize('NFKC');
  return {
    number: unified.match(NUMBER) ?? [],
    identifier: (unified.match(IDENTIFIER) ?? []).filter((run) => LETTER.test(run) && MARK.test(run)),
    /** The words without numbers, in lower case. */
    rest: unified.replace(NUMBER, '0').toLowerCase().replace(BETWEEN_WORDS, ' ').trim(),
  };
}

/** Returns the runs that the other text does not have, one for one. */
function without(runs: readonly string[], others: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const run of others) counts.set(run, (counts.get(run) ?? 0) + 1);
  const rest = runs.filter((run) => {
    const count = counts.get(run) ?? 0;
    counts.set(run, count - 1);
    return count <= 0;
  });
  return rest.join(' ');
}
