import type { Word } from './word.js';

/**
 * Why two questions do not ask the same, found in their words alone:
 * - number, unit, version: another amount, another unit of it, another version; or one that stands on one side only
 * - name: another name by its capitals, another identifier or sign
 * - alternative: another member of a kind ("red" and "blue", "npm" and "yarn", "France" and "Spain")
 * - negation: one of the two is negated, or avoids what the other seeks
 * - antonym: opposites, or partners asked about in the same words ("symptoms" and "causes")
 * - direction: the same words with their parts exchanged ("from A to B")
 * - qualifier: a name, or a word that counts or bounds ("all", "most", "per"), on one side only
 * - question-word: "why" and "when" want different answers, "is" and "was" too
 * - wording: other words where only the same words are trusted: another language than English, a very long
 *   text (both without words shown)
 */
export const differenceKinds = [
  'number',
  'unit',
  'version',
  'name',
  'alternative',
  'negation',
  'antonym',
  'direction',
  'qualifier',
  'question-word',
  'wording',
] as const;

export type DifferenceKind = (typeof differenceKinds)[number];

export interface Difference {
  readonly kind: DifferenceKind;
  /** The words of each text that show it, folded, in the order of the text; empty where one side has none. */
  readonly left: readonly string[];
  readonly right: readonly string[];
}

export function difference(kind: DifferenceKind, left: readonly Word[], right: readonly Word[]): Difference {
  return { kind, left: left.map(({ text }) => text), right: right.map(({ text }) => text) };
}

export function differenceLine({ kind, left, right }: Difference): string {
  return `${kind}: '${left.join(' ')}' against '${right.join(' ')}'`;
}
