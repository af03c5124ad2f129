import { stemWord } from '../retrieval/text/stem-word.js';

/** Opposites of words and of their stems, so that "enabled" meets "disable". */
export type Opposites = ReadonlyMap<string, ReadonlySet<string>>;

/** A word as far as its opposites are concerned. */
interface Opposable {
  readonly text: string;
  readonly stem: string;
  readonly opposites: ReadonlySet<string> | null;
}

/** Prefixes that make the opposite of the word they stand before. */
const PREFIXES = ['un', 'in', 'im', 'il', 'ir', 'dis', 'non', 'de', 'mis', 'anti', 'counter'];
/** Stems of at least this many letters are long enough to be what a prefix was put before. */
const SHORTEST_STEM = 4;

/** Whether two words are opposites, or partners that must not be confused. */
export function areOpposites(a: Opposable, b: Opposable): boolean {
  if (a.text === b.text || a.stem === b.stem) return false;
  return a.opposites?.has(b.text) || a.opposites?.has(b.stem) || differInPrefix(a.stem, b.stem);
}

/** `lines` of pairs: "enable/disable allow/deny". */
export function readOpposites(lines: readonly string[]): Opposites {
  const opposites = new Map<string, Set<string>>();
  const add = (word: string, opposite: string): void => {
    opposites.set(word, (opposites.get(word) ?? new Set()).add(opposite));
  };
  for (const pair of lines.flatMap((line) => line.trim().split(/\s+/))) {
    const [a, b] = pair.split('/');
    if (a === undefined || b === undefined) continue;
    for (const [one, other] of [[a, b], ...degrees(a, b)] as const) {
      for (const word of formsOf(one)) {
        for (const opposite of formsOf(other)) {
          add(word, opposite);
          add(opposite, word);
        }
      }
    }
  }
  return opposites;
}

function formsOf(word: string): Set<string> {
  return new Set([word, stemWord(word) || word]);
}

/** "higher" and "lower", "biggest" and "smallest": forms no one uses ("importest") do no harm. */
function degrees(a: string, b: string): [string, string][] {
  return [
    [`${degreeStem(a)}er`, `${degreeStem(b)}er`],
    [`${degreeStem(a)}est`, `${degreeStem(b)}est`],
  ];
}

function degreeStem(word: string): string {
  if (word.endsWith('e')) return word.slice(0, -1);
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}i`;
  return /^[^aeiou]*[aeiou][bdgmnt]$/.test(word) ? word + word.at(-1)! : word;
}

function differInPrefix(a: string, b: string): boolean {
  if (a.at(-1) !== b.at(-1)) return false;
  return PREFIXES.some((prefix) => isPrefixed(a, prefix, b) || isPrefixed(b, prefix, a));
}

function isPrefixed(word: string, prefix: string, rest: string): boolean {
  return (
    rest.length >= SHORTEST_STEM &&
    word.length === prefix.length + rest.length &&
    word.startsWith(prefix) &&
    word.endsWith(rest)
  );
}
