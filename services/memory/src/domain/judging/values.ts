import { unitAfterNumber } from '../lexicon/units.js';
import { type Quantity, readQuantities } from '../meaning/quantities.js';
import type { Word } from '../meaning/word.js';
import { LABEL_WORDS } from './language.js';
import { readMoment } from './moments.js';
import type { Value } from './value.js';

/** "three times", "three attempts" and "three retries" count the same. */
const ATTEMPTS = /^(?:times|attempts?|retry|retries|tries)$/;
/** Closes a measure and belongs to it: "45 minutes long". */
const MEASURED = /^(?:long|old|large)$/;

/** The values of a statement in order; no word belongs to two. `text` is what the words were read from. */
export function readValues(text: string, words: readonly Word[]): Value[] {
  const quantities = new Map(readQuantities(words).map((quantity) => [quantity.first, quantity]));
  const values: Value[] = [];
  for (let at = 0; at < words.length; at++) {
    const value = readMoment(words, at) ?? readQuantity(text, words, quantities.get(at));
    if (value === null) continue;
    values.push(value);
    at = value.last;
  }
  return values;
}

/** A value of one word is often told by the noun before it: "port 8080", "Node 18", "size: 10". */
export function isLabelled(words: readonly Word[], first: number): boolean {
  const before = words[first - 1];
  return before !== undefined && LABEL_WORDS.has(before.text);
}

function readQuantity(text: string, words: readonly Word[], quantity: Quantity | undefined): Value | null {
  if (quantity === undefined || quantity.isOrdinal) return null;
  const { value, version, first, key } = quantity;
  const unit =
    quantity.unit ?? (/^\s?%/.test(text.slice(words[quantity.last]!.end)) ? unitAfterNumber('%') : null);
  const isMeasured = unit !== null && MEASURED.test(words[quantity.last + 1]?.text ?? '');
  const last = isMeasured ? quantity.last + 1 : quantity.last;
  const told = { unit: unit?.factor ?? 1, first, last };
  if (unit !== null) {
    const amount = value * unit.factor;
    return {
      ...told,
      dimension: unit.dimension,
      key: String(Number(amount.toPrecision(12))),
      amount,
      nouns: [],
    };
  }
  const amount = version === null ? value : null;
  const nouns = countedNouns(words, last);
  // "one of his majors", "that one": a pronoun.
  if (nouns.length === 0 && words[first]!.text === 'one') return null;
  if (nouns.length > 0) return { ...told, dimension: 'count', key, amount, nouns };
  // "Node 18" belongs to node; "the size is 10" to nothing that is told right before it.
  const before = words[first - 1];
  const owner = before?.isContent === true && before.number === null ? [before.stem] : [];
  return { ...told, dimension: version !== null ? 'version' : 'number', key, amount, nouns: owner };
}

/** The nouns right behind a number: "five open pull requests" counts open, pull and request. */
function countedNouns(words: readonly Word[], last: number): string[] {
  const nouns: string[] = [];
  for (let at = last + 1; at < words.length && nouns.length < 3; at++) {
    const word = words[at]!;
    if (!word.isContent || word.number !== null) break;
    nouns.push(ATTEMPTS.test(word.text) ? 'time' : word.stem);
  }
  return nouns;
}

export interface ValueComparison {
  /** Pairs of one dimension that cannot both hold. */
  readonly differing: readonly (readonly [Value, Value])[];
  /** Values of the first that the second has too. */
  readonly equal: number;
  /** Values that the other statement has nothing to compare with. */
  readonly alone: number;
}

export function compareValues(a: readonly Value[], b: readonly Value[]): ValueComparison {
  const differing: [Value, Value][] = [];
  const met = new Set<Value>();
  let equal = 0;
  let alone = 0;
  for (const value of a) {
    const comparable = b.filter((other) => isComparable(value, other));
    for (const other of comparable) met.add(other);
    if (comparable.length === 0) alone += 1;
    else if (comparable.some((other) => isEqual(value, other))) equal += 1;
    else {
      const clash = comparable.find((other) => !a.some((own) => isEqual(own, other)));
      if (clash !== undefined) differing.push([value, clash]);
    }
  }
  return { differing, equal, alone: alone + b.length - met.size };
}

/** Each value of one is a value of the other. */
export function haveSameValues(a: readonly Value[], b: readonly Value[]): boolean {
  const has = (values: readonly Value[], value: Value): boolean =>
    values.some((other) => isComparable(value, other) && isEqual(value, other));
  return a.every((value) => has(b, value)) && b.every((value) => has(a, value));
}

/** A month is about 30 days; told in one unit, only the same amount is equal. */
function isEqual(a: Value, b: Value): boolean {
  if (a.key === b.key) return true;
  if (a.amount === null || b.amount === null || a.unit === b.unit) return false;
  return Math.abs(a.amount - b.amount) <= 0.015 * Math.abs(a.amount);
}

/** "30 days" with "2 weeks", "port 8080" with "port 3000", "20 items" with a bare 100; not "Node 18" with "Postgres 14". */
function isComparable(a: Value, b: Value): boolean {
  if (a.dimension === 'count' && b.dimension === 'count')
    return a.nouns.some((noun) => b.nouns.includes(noun));
  if (!isNumeric(a) || !isNumeric(b)) return a.dimension === b.dimension;
  if (a.nouns.length === 0 || b.nouns.length === 0) return true;
  return a.dimension !== 'count' && b.dimension !== 'count' && a.nouns[0] === b.nouns[0];
}

function isNumeric({ dimension }: Value): boolean {
  return dimension === 'count' || dimension === 'number' || dimension === 'version';
}
