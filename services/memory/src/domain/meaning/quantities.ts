import type { Unit } from '../lexicon/units.js';
import { MAGNITUDES } from '../lexicon/words-of-english.js';
import type { Word } from './word.js';

/** A number of a text with its unit: "10 MB", "two hundred", "$5 million", "3rd", "v2.1". */
export interface Quantity {
  readonly value: number;
  readonly unit: Unit | null;
  readonly isOrdinal: boolean;
  readonly version: string | null;
  /** Places of its first and last word. */
  readonly first: number;
  readonly last: number;
  /** Equal for equal amounts: "1 hour" and "60 minutes", "3" and "three", not "3.1" and "3.10". */
  readonly key: string;
}

/** The numbers of a text in order, number words and magnitudes put together. */
export function readQuantities(words: readonly Word[]): Quantity[] {
  const quantities: Quantity[] = [];
  for (let at = 0; at < words.length; at++) {
    if (words[at]!.number === null) continue;
    const quantity = readQuantity(words, at);
    quantities.push(quantity);
    at = quantity.last;
  }
  return quantities;
}

function readQuantity(words: readonly Word[], first: number): Quantity {
  const start = words[first]!;
  const { value, last: end, isOrdinal } = readValue(words, first);
  let last = end;
  let unit = start.unit ?? words[end]!.unit;
  const next = words[end + 1];
  if (next !== undefined && next.number === null && next.unit !== null && !isOrdinal) {
    unit ??= next.unit;
    last += 1;
  }
  const { version } = start;
  return { value, unit, isOrdinal, version, first, last, key: quantityKey(value, unit, isOrdinal, version) };
}

/** "two hundred and five", "twenty-first", "3 million": the value and the last word that belongs to it. */
function readValue(
  words: readonly Word[],
  first: number,
): { value: number; last: number; isOrdinal: boolean } {
  const start = words[first]!;
  let total = 0;
  let current = start.number!;
  let last = first;
  let isOrdinal = start.isOrdinal;
  for (let at = first + 1; at < words.length && !isOrdinal; at++) {
    const word = words[at]!;
    if (word.text === 'and' && words[at - 1]!.text === 'hundred') continue;
    if (word.number === null || word.version !== null) break;
    const magnitude = MAGNITUDES.get(word.text);
    if (magnitude !== undefined) {
      if (magnitude === 100) current *= 100;
      else {
        total += current * magnitude;
        current = 0;
      }
    } else if (!/\d/.test(word.text) && current % 10 === 0 && current > 0 && word.number < 10)
      current += word.number;
    else if (!/\d/.test(word.text) && current % 100 === 0 && current > 0 && word.number < 100)
      current += word.number;
    else break;
    isOrdinal = word.isOrdinal;
    last = at;
  }
  return { value: total + current, last, isOrdinal };
}

function quantityKey(value: number, unit: Unit | null, isOrdinal: boolean, version: string | null): string {
  if (version !== null && unit === null) return version;
  if (unit !== null) return `${Number((value * unit.factor).toPrecision(12))} ${unit.dimension}`;
  return isOrdinal ? `${value}th` : String(value);
}
