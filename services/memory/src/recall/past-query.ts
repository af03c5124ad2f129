import type { DatePhrase } from '../search/ranking/date-phrases.js';
import { TENSES } from '../text-comparison/closed-classes.js';
import { readText } from '../text-comparison/read-text.js';

/** Words for an earlier state. */
const EARLIER: ReadonlySet<string> = new Set(
  'previous previously former formerly original originally initially history ago'.split(' '),
);
/** Words that only name an earlier state with a verb in the past: what was used before. */
const BEFORE: ReadonlySet<string> = new Set(['before', 'first', 'until']);

/**
 * Tests whether a query asks for an earlier state, so that the outdated memory is its answer: "what did we use before", "in
 * March". Only dates that have passed count. The words are English.
 */
export function asksForPast(query: string, dates: readonly DatePhrase[]): boolean {
  if (dates.some(({ isPast }) => isPast)) return true;
  const words = readText(query).map(({ text }) => text.toLowerCase());
  const has = (list: ReadonlySet<string>) => words.some((word) => list.has(word));
  const isPastTense = words.some((word) => TENSES.get(word) === 'past');
  const usedTo = words.some((word, at) => /^used?$/.test(word) && words[at + 1] === 'to');
  const isPresent = words.some((word) => TENSES.get(word) === 'present');
  return has(EARLIER) || (isPastTense && has(BEFORE)) || (usedTo && !isPresent);
}
