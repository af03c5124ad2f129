import { unitAfterNumber } from '../lexicon/units.js';
import { type Quantity, readQuantities } from '../meaning/quantities.js';
import type { Word } from '../meaning/word.js';
import { LABEL_WORDS } from './language.js';
import { readMoment } from './moments.js';
import type { Bound, Value } from './value.js';

/** "three times", "three attempts" and "three retries" count the same. */
const ATTEMPTS = /^(?:times|attempts?|retry|retries|tries)$/;
/** Closes a measure and belongs to it: "45 minutes long". */
const MEASURED = /^(?:long|old|large)$/;
const LEAST =
  /\b(?:at least|minimum(?: of)?|min|(?<!no )more than|over|above|no less than|no fewer than|from)\W*$/i;
const MOST =
  /\b(?:at most|maximum(?: of)?|max|up to|(?<!no )less than|(?<!no )fewer than|under|below|no more than|limited to|capped at|within)\W*$/i;
const LEAST_AFTER = /^\W*(?:\w+\s+)?(?:or more|or longer|minimum|at least|and up)\b/i;
const MOST_AFTER = /^\W*(?:\w+\s+)?(?:or less|or fewer|or shorter|maximum|at most)\b/i;

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
  const before = text.slice(Math.max(0, words[first]!.start - 30), words[first]!.start);
  const after = text.slice(words[last]!.end, words[last]!.end + 30);
  const bound: Bound =
    LEAST.test(before) || LEAST_AFTER.test(after)
      ? 'least'
      : MOST.test(before) || MOST_AFTER.test(after)
        ? 'most'
        : 'exact';
  if (unit !== null) {
    const amount = value * unit.factor;
    return {
      dimension: unit.dimension,
      key: String(Number(amount.toPrecision(6))),
      amount,
      nouns: [],
      bound,
      first,
      last,
    };
  }
  const nouns = countedNouns(words, last);
  if (nouns.length > 0) {
    const amount = version === null ? value : null;
    return { dimension: 'count', key, amount, nouns, bound, first, last };
  }
  const owner = ownerOf(words, first);
  return {
    dimension: version !== null ? 'version' : 'number',
    key,
    amount: version === null ? value : null,
    nouns: owner,
    bound,
    first,
    last,
  };
}

/** The nouns right behind a number: "five open pull requests" counts open, pull and request. */
function countedNouns(words: readonly Word[], last: number): string[] {
  const nouns: string[] = [];
  for (let at = last + 1; at < words.length && nouns.length < 3; at++) {
    const word = words[at]!;
    if (!word.isContent || word.number !== null || /[.,;:!?)]/.test(between(words, at - 1))) break;
    nouns.push(ATTEMPTS.test(word.text) ? 'time' : word.stem);
  }
  return nouns;
}

/** "Node 18" belongs to node; "the size is 10" to nothing that is told right before it. */
function ownerOf(words: readonly Word[], first: number): string[] {
  const before = words[first - 1];
  return before?.isContent === true && before.number === null ? [before.stem] : [];
}

/** Nothing is known here of the text: a gap of more than one character stands for punctuation. */
function between(words: readonly Word[], at: number): string {
  const gap = words[at + 1]!.start - words[at]!.end;
  return gap > 1 ? ',' : '';
}
