import { compareStatements } from './compare-statements.js';
import { areReversed, haveSameOrder } from './order.js';
import { mayMeet, nameOf, type Statement } from './read-statement.js';
import { compareValues, haveSameValues } from './values.js';

/** Words that a duplicate has too, as often: of conditions, of parts and wholes, of alternatives. */
const BINDING =
  /^(?:before|after|until|since|during|unless|if|when|while|except|only|first|last|or|nor|but|alone|against|than|some|most|many|few|half|both|either|yes|often|sometimes|rarely|now|here)$/;
/** Who does what where hangs on these. */
const PLACE =
  /^(?:in|into|inside|out|outside|on|onto|off|under|over|above|below|by|about|from|to|behind|through)$/;
const PARTICLES =
  'in/out on/off up/down with/without over/under from/to there/back least/most minimum/maximum min/max'
    .split(' ')
    .map((pair) => pair.split('/') as [string, string]);

/**
 * Whether two statements say the same: every topic of one is found in the other, with the same values, choices, names, scopes
 * and conditions. `true` where they do, `false` where a difference is shown, null where words cannot tell. `isStrict` asks for the
 * same words in the same order, as sentences about people and things need.
 */
export function judgeDuplicate(a: Statement, b: Statement, isStrict: boolean): boolean | null {
  if (!mayMeet(a, b)) return null;
  if (a.scope !== b.scope || a.isDenied !== b.isDenied) return false;
  if (!haveSameValues(a.values, b.values))
    return compareValues(a.values, b.values).differing.length > 0 ? false : null;
  const { choices, opposites, onlyA, onlyB, shared, verbsDiffer } = compareStatements(a, b);
  if (choices.length + opposites.length > 0 || areReversed(a, b)) return false;
  // "I don't dislike it" is not "I like it".
  if (a.negations.length !== b.negations.length) return null;
  if (differInParticle(a, b) || differInParticle(b, a)) return null;
  if (verbsDiffer || shared === 0 || onlyA.length + onlyB.length > 0) return null;
  if (a.endings !== b.endings || bindingsOf(a) !== bindingsOf(b)) return null;
  if (!haveSameNames(a, b) || !haveSameNames(b, a)) return null;
  if (!haveSameOrder(a, b)) return null;
  return isStrict && strictly(a) !== strictly(b) ? null : true;
}

/** "opt in" and "opt out", "with sugar" and "without": one has only the one word, the other only its opposite. */
function differInParticle(a: Statement, b: Statement): boolean {
  const has = ({ words }: Statement, particle: string): boolean =>
    words.some(({ text }) => text === particle);
  return PARTICLES.some(([one, other]) => has(a, one) && !has(a, other) && has(b, other) && !has(b, one));
}

function bindingsOf({ words, values }: Statement): string {
  // "after 30 seconds" is a value, whose preposition says no more than "is 30 seconds".
  const isOfValue = (text: string, at: number): boolean =>
    values.some(({ first, last }) => (first <= at && at <= last) || (first === at + 1 && text !== 'but'));
  const found = words.filter(({ text }, at) => BINDING.test(text) && !isOfValue(text, at));
  return found
    .map(({ text }) => text)
    .sort()
    .join(' ');
}

/** "Mankato and North Mankato" names it twice. */
function haveSameNames(a: Statement, b: Statement): boolean {
  const count = ({ words }: Statement, name: string): number =>
    words.filter((word) => nameOf(word) === name).length;
  return a.words.every((word) => !word.isName || count(a, nameOf(word)) === count(b, nameOf(word)));
}

function strictly({ words }: Statement): string {
  return words
    .filter(({ isContent, number, text }) => isContent || number !== null || PLACE.test(text))
    .map(({ stem }) => stem)
    .join(' ');
}
