import { compareTopics, differingChoices } from './compare-topics.js';
import { compareValues } from './compare-values.js';
import { oppositions } from './opposites.js';
import { areReversed } from './order.js';
import { mayMeet, type Statement } from './read-statement.js';
import type { Duplicate } from './verdict.js';

/** Words that place a statement in time or among conditions; the same statement has the same. */
const CONDITION = /^(?:before|after|until|since|during|unless|if|when|while|except|only|first|last)$/;

const PARTICLES = [
  ['in', 'out'],
  ['on', 'off'],
  ['up', 'down'],
  ['with', 'without'],
  ['over', 'under'],
  ['least', 'most'],
  ['minimum', 'maximum'],
  ['min', 'max'],
] as const;

/** Who does what where hangs on these. */
const PLACE =
  /^(?:in|into|inside|out|outside|on|onto|off|under|over|above|below|by|about|from|to|behind|through)$/;

/**
 * Whether two statements say the same: every topic of one is found in the other, with the same values, choices, scopes
 * and conditions. `isStrict` asks for the same words in the same order, as sentences about people and things need,
 * where "the dog follows the man" and "the man follows the dog" differ in nothing else.
 */
export function judgeDuplicate(
  a: Statement,
  b: Statement,
  cosine: number,
  isStrict: boolean,
): Duplicate | null {
  if (!mayMeet(a, b) || a.scopes.join() !== b.scopes.join() || a.isDenied !== b.isDenied) return null;
  if (compareValues(a, b).equal < a.values.length || compareValues(b, a).equal < b.values.length) return null;
  const topics = compareTopics(a, b, { choices: [], oppositions: [] });
  if (topics.verbsDiffer || topics.shared === 0 || topics.onlyA.length + topics.onlyB.length > 0) return null;
  if (differingChoices(a, b).length > 0 || oppositions(a, b).length > 0 || areReversed(a, b) !== null)
    return null;
  if (conditionsOf(a) !== conditionsOf(b) || differInParticle(a, b) || differInParticle(b, a)) return null;
  if (isStrict && contentOf(a) !== contentOf(b)) return null;
  return { confidence: cosine, evidence: [`'${a.text}' says what '${b.text}' says`] };
}

/** "opt in" and "opt out", "with sugar" and "without": one has only the one word, the other only its opposite. */
function differInParticle(a: Statement, b: Statement): boolean {
  const has = ({ words }: Statement, particle: string): boolean =>
    words.some(({ text }) => text === particle);
  return PARTICLES.some(([one, other]) => has(a, one) && !has(a, other) && has(b, other) && !has(b, one));
}

function conditionsOf({ words, values }: Statement): string {
  // "after 30 seconds" is a value, whose preposition says no more than "is 30 seconds".
  const isOfValue = (at: number): boolean => values.some(({ first }) => first === at + 1);
  const conditions = words.filter(({ text }, at) => CONDITION.test(text) && !isOfValue(at));
  return conditions
    .map(({ text }) => text)
    .sort()
    .join(' ');
}

function contentOf({ words }: Statement): string {
  return words
    .filter(({ isContent, number, text }) => isContent || number !== null || PLACE.test(text))
    .map(({ stem }) => stem)
    .join(' ');
}
