import { sentenceRanges } from './sentences.js';

/** A sentence, list item or table row of a memory, which can be true or false by itself. */
export interface StatementSpan {
  /** The text without list marks. */
  readonly text: string;
  readonly start: number;
  /** The headings above it and the lead-in of its list, outermost first. They name its subject. */
  readonly headings: readonly string[];
}

/** Maximum number of statements of one memory. The limit bounds the work of the judges. */
const MAX_STATEMENTS = 60;
/** Maximum length of a statement or heading in characters. Longer texts without a full stop are logs, code or tables. */
const MAX_LENGTH = 400;
const MAX_TEXT = 20_000;

const HEADING = /^\s{0,3}(#{1,6})\s+(?=\S)/;
/** "## Storage ##" */
const CLOSING_MARKS = /(?<!#)#+$/;
const LIST_MARK = /^\s*(?:[-*+•]|\d{1,3}[.)])\s+(?:\[[ xX]\]\s+)?/;
/** Matches a text of several words without splitting it into terms, which the judge does once. */
const SEVERAL_WORDS = /[\p{L}\p{N}][^\p{L}\p{N}]+[\p{L}\p{N}]|\p{Lo}\p{Lo}/u;
const FENCE = /^\s*(?:```|~~~)/;

/** Returns the statements of a text in order. Fenced code is skipped, because it cannot contradict a statement. */
export function splitStatements(text: string): StatementSpan[] {
  const statements: StatementSpan[] = [];
  const headings: { level: number; text: string }[] = [];
  let isCode = false;
  let offset = 0;
  for (const line of text.slice(0, MAX_TEXT).split('\n')) {
    const start = offset;
    offset += line.length + 1;
    if (FENCE.test(line)) isCode = !isCode;
    if (isCode || line.trim() === '' || FENCE.test(line)) continue;
    const heading = readHeading(line);
    if (heading !== null) {
      while (headings.length > 0 && headings.at(-1)!.level >= heading.level) headings.pop();
      headings.push(heading);
      continue;
    }
    const mark = LIST_MARK.exec(line)?.[0].length ?? 0;
    const rest = line.slice(mark);
    for (const range of sentenceRanges(rest)) {
      if (statements.length === MAX_STATEMENTS) return statements;
      const sentence = rest.slice(range.start, range.end);
      if (sentence.length > MAX_LENGTH || !SEVERAL_WORDS.test(sentence)) continue;
      statements.push({
        text: sentence,
        start: start + mark + range.start,
        headings: headings.map((above) => above.text),
      });
    }
  }
  return statements;
}

function readHeading(line: string): { level: number; text: string } | null {
  const mark = HEADING.exec(line);
  if (mark === null) return null;
  const written = line.slice(mark[0].length, mark[0].length + MAX_LENGTH).trimEnd();
  return { level: mark[1]!.length, text: written.replace(CLOSING_MARKS, '').trimEnd() || written };
}
