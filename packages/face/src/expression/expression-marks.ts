import { EXPRESSIONS, type Expression, type ExpressionName } from './expression.js';

/** A mark such as "[happy]" or "[thinking 0.5]": shown from the first word behind it on. */
export interface ExpressionTag {
  /** UTF-16 units of the text before it. */
  readonly at: number;
  readonly expression: Expression;
}

export interface MarkedText {
  /** As long as what was given, so that places in one are places in the other: where a mark stood there are spaces. */
  readonly text: string;
  readonly marks: readonly ExpressionTag[];
}

/** As many as anybody needs in 20,000 characters. */
export const MAX_MARKS = 1_000;

const NAMES = EXPRESSIONS.join('|');
/** One that stands behind a backslash is text, without its backslash. A number above 1 counts as 1. Other brackets are text. */
const MARK = new RegExp(`\\\\?\\[ ?(${NAMES})(?: (\\d{1,3}(?:\\.\\d{1,3})?))? ?\\]`, 'gi');
const MARK_AT_START = new RegExp(`^(?:${MARK.source})`, 'i');
/** The longest: a backslash, brackets, two spaces, a name, and a number with the space before it. */
const LONGEST_MARK = 22;
/** What may still become one: from its backslash or bracket to the end. */
const BEGUN = /\\$|\\?\[ ?([a-z]{0,9})(?: (?:\d{1,3}(?:\.\d{0,3})?)?)? ?$/i;

/**
 * Tells marks from the text that is said. Those behind the first MOST_MARKS change nothing, and are not said either. Linear.
 */
export function parseExpressionTags(given: string): MarkedText {
  const marks: ExpressionTag[] = [];
  const text = given.replace(MARK, (mark, name: string, strength: string | undefined, at: number) => {
    if (mark.startsWith('\\')) return ` ${mark.slice(1)}`;
    if (marks.length < MAX_MARKS) marks.push({ at, expression: toExpression(name, strength) });
    return ' '.repeat(mark.length);
  });
  return { text, marks };
}

function toExpression(name: string, strength: string | undefined): Expression {
  return {
    name: name.toLowerCase() as ExpressionName,
    strength: strength === undefined ? 1 : Math.min(1, Number(strength)),
  };
}

/** The mark that a text begins with; null where it begins with none. */
export function expressionMarkAt(text: string): { length: number; isEscaped: boolean } | null {
  const [mark] = MARK_AT_START.exec(text.slice(0, LONGEST_MARK)) ?? [];
  return mark === undefined ? null : { length: mark.length, isEscaped: mark.startsWith('\\') };
}

/** The text as somebody reads it: without its marks, and without the space that stood between a mark and the next word. */
export function stripExpressionTags(given: string): string {
  let text = '';
  let end = 0;
  for (const match of given.matchAll(MARK)) {
    text += given.slice(end, match.index);
    end = match.index + match[0].length;
    if (match[0].startsWith('\\')) text += match[0].slice(1);
    else if (given[end] === ' ' && /(?:^|\s)$/.test(text.slice(-1))) end++;
  }
  return text + given.slice(end);
}

/** Marks in a text that comes in pieces: what it gives, piece by piece, is what `readMarks` tells of the whole. */
export interface ExpressionTagParser {
  /** What nothing to come can change. */
  push(piece: string): MarkedText;
  /** The rest; a mark that is not whole is text. */
  flush(): MarkedText;
}

export function createMarkReader(): ExpressionTagParser {
  let waiting = '';
  let offset = 0;
  let count = 0;

  function give(end: number): MarkedText {
    const { text, marks } = parseExpressionTags(waiting.slice(0, end));
    const found = marks.slice(0, MAX_MARKS - count).map((mark) => ({ ...mark, at: mark.at + offset }));
    waiting = waiting.slice(end);
    offset += end;
    count += found.length;
    return { text, marks: found };
  }

  return {
    push: (piece) => {
      waiting += piece;
      return give(beginOfMark(waiting));
    },
    flush: () => give(waiting.length),
  };
}

/** Where a mark may have begun that is not whole yet, or the end. */
function beginOfMark(text: string): number {
  const from = Math.max(0, text.length - LONGEST_MARK);
  const begun = BEGUN.exec(text.slice(from));
  if (begun === null) return text.length;
  const letters = (begun[1] ?? '').toLowerCase();
  const isWhole = begun[0].trimEnd().length > begun[0].indexOf('[') + 1 + letters.length + 1;
  const fits = EXPRESSIONS.some((name) => (isWhole ? name === letters : name.startsWith(letters)));
  return fits ? from + begun.index : text.length;
}
