import { stemWord } from '../../retrieval/text/stem-word.js';
import { ANTONYM_PAIRS } from './antonym-pairs.js';

/** Opposites of a word and of its stem, so that "enabled" meets "disable". */
const OPPOSITES: ReadonlyMap<string, ReadonlySet<string>> = readPairs(ANTONYM_PAIRS);

/** Prefixes that make the opposite of the word they stand before. */
const PREFIXES = ['un', 'in', 'im', 'il', 'ir', 'dis', 'non', 'de', 'mis', 'anti', 'counter'];

/** Prefixes of which one makes the opposite of the other: "overrate" and "underrate". */
const PREFIX_PAIRS = [
  ['over', 'under'],
  ['up', 'down'],
  ['pre', 'post'],
  ['in', 'out'],
  ['in', 'ex'],
  ['im', 'ex'],
  ['inter', 'intra'],
  ['macro', 'micro'],
  ['hyper', 'hypo'],
  ['uni', 'multi'],
  ['mono', 'poly'],
  ['homo', 'hetero'],
  ['endo', 'exo'],
  ['pro', 'anti'],
  ['sub', 'super'],
  ['maxi', 'mini'],
] as const;

/** Stems of at least this many letters are long enough to be what a prefix was put before. */
const SHORTEST_STEM = 4;

/** Whether two folded words, given with their stems, are opposites or partners that must not be confused. */
export function areAntonyms(a: string, aStem: string, b: string, bStem: string): boolean {
  if (a === b || aStem === bStem) return false;
  return (
    isListed(a, b) ||
    isListed(aStem, bStem) ||
    isListed(a, bStem) ||
    isListed(aStem, b) ||
    differInPrefix(aStem, bStem)
  );
}

function isListed(a: string, b: string): boolean {
  return OPPOSITES.get(a)?.has(b) ?? false;
}

function differInPrefix(a: string, b: string): boolean {
  if (a.at(-1) !== b.at(-1)) return false;
  if (PREFIXES.some((prefix) => isPrefixed(a, prefix, b) || isPrefixed(b, prefix, a))) return true;
  return PREFIX_PAIRS.some(([one, other]) => swaps(a, b, one, other) || swaps(a, b, other, one));
}

function isPrefixed(word: string, prefix: string, rest: string): boolean {
  return (
    rest.length >= SHORTEST_STEM &&
    word.length === prefix.length + rest.length &&
    word.startsWith(prefix) &&
    word.endsWith(rest)
  );
}

function swaps(a: string, b: string, one: string, other: string): boolean {
  return (
    a.startsWith(one) &&
    b.startsWith(other) &&
    a.length - one.length >= SHORTEST_STEM &&
    a.length - one.length === b.length - other.length &&
    a.endsWith(b.slice(other.length))
  );
}

function readPairs(text: string): ReadonlyMap<string, ReadonlySet<string>> {
  const opposites = new Map<string, Set<string>>();
  const add = (word: string, opposite: string): void => {
    opposites.set(word, (opposites.get(word) ?? new Set()).add(opposite));
  };
  for (const pair of text.trim().split(/\s+/)) {
    const [a, b] = pair.split('/') as [string, string];
    const [aStem, bStem] = [stemWord(a) || a, stemWord(b) || b];
    for (const [word, opposite] of [[a, b], [aStem, bStem], ...degrees(a, b)] as const) {
      add(word, opposite);
      add(opposite, word);
    }
  }
  return opposites;
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
