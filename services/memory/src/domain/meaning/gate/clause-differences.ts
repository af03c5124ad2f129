import { isAbbreviation } from '../../text/sentences.js';
import { type Difference, difference } from '../difference.js';
import type { Word } from '../word.js';
import type { ReadText } from '../words.js';

/** Ends of sentences, and signs that set something apart: "Answer in one word: ...". */
const BOUNDARY = /[:;?!\n]|\.(?=\s)|\s[-–—]\s/;
/** Words of greetings and requests. */
const POLITE = new Set(
  'hi hello hey dear all everyone guys folks team there thanks thank you please ok okay so well sorry excuse me quick question help anyone somebody someone see details comment comments request'.split(
    ' ',
  ),
);

/**
 * A sentence or an instruction on one side only: "summarise in one word: ...", "... What are its uses?". It is one when
 * fewer than half of the words that carry it stand in the other text; "... Why?" carries none, and passes.
 */
export function clauseDifferences(left: ReadText, right: ReadText): Difference[] {
  const [clausesA, clausesB] = [clausesOf(left), clausesOf(right)];
  if (clausesA.length < 2 && clausesB.length < 2) return [];
  const extraA = extraClause(clausesA, right);
  const extraB = extraClause(clausesB, left);
  return extraA === null && extraB === null ? [] : [difference('qualifier', extraA ?? [], extraB ?? [])];
}

function extraClause(clauses: readonly Word[][], other: ReadText): Word[] | null {
  for (const clause of clauses) {
    const carrying = clause.filter(({ isContent, number }) => isContent || number !== null);
    const met = carrying.filter(({ stem }) => other.words.some((word) => word.stem === stem));
    if (2 * met.length < carrying.length) return clause;
  }
  return null;
}

function clausesOf({ text, words }: ReadText): Word[][] {
  const clauses: Word[][] = [[]];
  for (const [at, word] of words.entries()) {
    clauses.at(-1)!.push(word);
    const gap = text.slice(word.end, words[at + 1]?.start ?? word.end);
    if (BOUNDARY.test(gap) && !(gap.startsWith('.') && isAbbreviation(word.text))) clauses.push([]);
  }
  return clauses.filter((clause) => clause.some(({ text: word }) => !POLITE.has(word)));
}
