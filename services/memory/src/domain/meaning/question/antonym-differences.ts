import { areOpposites } from '../../lexicon/opposites.js';
import { type Difference, difference } from '../difference.js';
import type { Word } from '../word.js';

/** What each side has of its own. */
interface Unmatched {
  readonly left: readonly Word[];
  readonly right: readonly Word[];
}

/** Particles that turn the verb before them round: "log in" and "log out", "upgrade to" and "upgrade from". */
const PARTICLES: ReadonlyMap<string, readonly string[]> = new Map([
  ['in', ['out', 'off']],
  ['out', ['in', 'into']],
  ['on', ['off', 'out']],
  ['off', ['on', 'in']],
  ['up', ['down']],
  ['down', ['up']],
  ['to', ['from']],
  ['into', ['from', 'out']],
  ['from', ['to', 'into']],
  ['over', ['under']],
  ['under', ['over']],
  ['for', ['against']],
  ['against', ['for']],
]);

/** A word of one side whose opposite stands on the other, and verbs with opposite particles. */
export function antonymDifferences(
  left: readonly Word[],
  right: readonly Word[],
  unmatched: Unmatched,
): Difference[] {
  for (const word of unmatched.left) {
    const opposite = unmatched.right.find((other) => areOpposites(word, other));
    if (opposite !== undefined) return [difference('antonym', [word], [opposite])];
  }
  return particleDifferences(left, right);
}

function particleDifferences(left: readonly Word[], right: readonly Word[]): Difference[] {
  for (const [at, particle] of left.entries()) {
    const opposites = PARTICLES.get(particle.text);
    const verb = left[at - 1];
    if (opposites === undefined || verb === undefined || !verb.isContent || verb.isName) continue;
    const place = right.findIndex(
      (word, index) => opposites.includes(word.text) && right[index - 1]?.stem === verb.stem,
    );
    if (place < 0) continue;
    return [difference('antonym', [verb, particle], [right[place - 1]!, right[place]!])];
  }
  return [];
}
