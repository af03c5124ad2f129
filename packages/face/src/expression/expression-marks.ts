import { EXPRESSIONS, type Expression, type ExpressionName } from './expression.js';

/** An expression tag such as "[happy]" or "[thinking 0.5]". The expression is shown from the next word on. */
export interface ExpressionTag {
  /** Position in the text before removal of the tags, in UTF-16 units. */
  readonly at: number;
  readonly expression: Expression;
}

export interface MarkedText {
  /** Same length as the input, so that positions match: tags are replaced by spaces. */
  readonly text: string;
  readonly marks: readonly ExpressionTag[];
}

/** Maximum number of tags in a text of 20,000 characters. */
export const MAX_MARKS = 1_000;

const NAMES = EXPRESSIONS.join('|');
/**
 * A tag after a backslash is text without the backslash. A number above 1 counts as 1. Other brackets are
 * text.
 */
const MARK = new RegExp(`\\\\?\\[ ?(${NAMES})(?: (\\d{1,3}(?:\\.\\d{1,3})?))? ?\\]`, 'gi');
const MARK_AT_START = new RegExp(`^(?:${MARK.source})`, 'i');
/**
 * Length of the longest tag: a backslash, brackets, two spaces, a name, and a number with the space before
 * it.
 */
const LONGEST_MARK = 22;
/** Matches an incomplete tag at the end of a text, from its backslash or bracket. */
const BEGUN = /\\$|\\?\[ ?([a-z]{0,9})(?: (?:\d{1,3}(?:\.\d{0,3})?)?)? ?$/i;

/**
 * Separates tags from spoken text. Tags after the first MOST_MARKS have no effect and are not spoken either.
 * Takes linear time.
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

/** Returns the tag at the start of a text, or null if the text does not start with a tag. */
export function expressionMarkAt(text: string): { length: number; isEscaped: boolean } | null {
  const [mark] = MARK_AT_START.exec(text.slice(0, LONGEST_MARK)) ?? [];
  return mark === undefined ? null : { length: mark.length, isEscaped: mark.startsWith('\\') };
}

/** Returns the text for readers: without tags, and without the space between a tag and the next word. */
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

/**
 * Parses tags in a text that arrives in pieces. The joined results equal the result of `readMarks` for the
 * whole text.
 */
export interface ExpressionTagParser {
  /** Returns the part that later pieces cannot change. */
  push(piece: string): MarkedText;
  /** Returns the rest. An incomplete tag is text. */
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

/** Returns the start of an incomplete tag at the end, or the length of the text. */
function beginOfMark(text: string): number {
  const from = Math.max(0, text.length - LONGEST_MARK);
  const begun = BEGUN.exec(text.slice(from));
  if (begun === null) return text.length;
  const letters = (begun[1] ?? '').toLowerCase();
  const isWhole = begun[0].trimEnd().length > begun[0].indexOf('[') + 1 + letters.length + 1;
  const fits = EXPRESSIONS.some((name) => (isWhole ? name === letters : name.startsWith(letters)));
  return fits ? from + begun.index : text.length;
}
