import { unitAfterNumber } from '../../lexicon/units.js';
import { type Difference, difference } from '../difference.js';
import type { Word } from '../word.js';

/** Which of several times: "last week", "this week", "next week". */
const WHICH: ReadonlyMap<string, string> = new Map([
  ['this', 'this'],
  ['current', 'this'],
  ['last', 'last'],
  ['previous', 'last'],
  ['past', 'last'],
  ['next', 'next'],
  ['coming', 'next'],
  ['upcoming', 'next'],
]);

/** The same period, once past and once to come. */
export function relativeTimeDifferences(left: readonly Word[], right: readonly Word[]): Difference[] {
  for (const [at, word] of left.entries()) {
    const which = WHICH.get(word.text);
    const period = left[at + 1];
    if (which === undefined || period === undefined || !isPeriod(period)) continue;
    const place = right.findIndex(
      (other, index) => WHICH.has(other.text) && right[index + 1]?.stem === period.stem,
    );
    const other = right[place];
    if (other === undefined || WHICH.get(other.text) === which) continue;
    return [difference('alternative', [word, period], [other, right[place + 1]!])];
  }
  return [];
}

function isPeriod({ text }: Word): boolean {
  return (
    unitAfterNumber(text)?.dimension === 'time' ||
    /^(?:weekend|night|morning|sprint|semester|term|season)$/.test(text)
  );
}
