import type { Difference } from '../difference.js';
import type { Word } from '../word.js';
import type { ReadText } from '../words.js';

const QUOTED =
  /"([^"]{2,500})"|“([^”]{2,500})”|`([^`]{2,500})`|(?<=^|[\s(:])'([^']{2,500})'(?=$|[\s).,:;?!])/g;

export interface Quote {
  readonly first: number;
  readonly last: number;
  readonly literal: string;
}

/** The quotations of both, found on the other side also where they stand there without their marks. */
export function sharedQuotes(left: ReadText, right: ReadText) {
  const [own, others] = [quotesOf(left), quotesOf(right)];
  const leftQuotes = [...own];
  const rightQuotes = [...others];
  const onlyIn = (quotes: readonly Quote[], other: ReadText, found: Quote[]) =>
    quotes.filter(({ literal }) => {
      if (found.some((quote) => quote.literal === literal)) return false;
      const there = findLiteral(literal, other);
      if (there !== null) found.push(there);
      return there === null;
    });
  const [onlyLeft, onlyRight] = [onlyIn(own, right, rightQuotes), onlyIn(others, left, leftQuotes)];
  const differences: Difference[] =
    onlyLeft.length + onlyRight.length === 0
      ? []
      : [{ kind: 'wording', left: onlyLeft.map(literalOf), right: onlyRight.map(literalOf) }];
  return { leftQuotes, rightQuotes, differences };
}

function literalOf({ literal }: Quote): string {
  return literal;
}

/** Quotations of several words: single ones are words like others. */
function quotesOf({ text, words }: ReadText): Quote[] {
  const quotes: Quote[] = [];
  for (const match of text.matchAll(QUOTED)) {
    const end = match.index + match[0].length;
    const first = words.findIndex((word) => word.start >= match.index);
    let last = first;
    while (last + 1 < words.length && words[last + 1]!.end <= end) last++;
    if (first < 0 || last <= first || words[first]!.end > end) continue;
    quotes.push({ first, last, literal: textOf(words.slice(first, last + 1)) });
  }
  return quotes;
}

/** Where the words of a quotation stand in another text, in a row; null where they do not. */
function findLiteral(literal: string, { words }: ReadText): Quote | null {
  const wanted = literal.split(' ').length;
  for (let first = 0; first + wanted <= words.length; first++) {
    const last = first + wanted - 1;
    if (literal.startsWith(words[first]!.text) && textOf(words.slice(first, last + 1)) === literal)
      return { first, last, literal };
  }
  return null;
}

function textOf(words: readonly Word[]): string {
  return words.map(({ text }) => text).join(' ');
}
