import { isArchived, type Memory } from '../memory/memory.js';
import { analyseText } from '../search/text/analyse-text.js';
import type { ForeignStatement } from './foreign-statement.js';
import { sourceKey } from './foreign-statement.js';

export interface KeyedStatement extends ForeignStatement {
  key: string;
}

/** Result of comparing the statements of a file with the memories that came from it. */
export interface ImportPlan {
  created: KeyedStatement[];
  /** Statements that are stored already, or that the file repeats (`memory` is null). */
  unchanged: { statement: KeyedStatement; memory: Memory | null }[];
  /** Statements that replace an earlier version. */
  changed: { statement: KeyedStatement; memory: Memory }[];
  /** Memories whose statement is no longer in the file. */
  removed: Memory[];
}

/** Share of their words that two statements have in common if they are versions of one statement. */
const SAME_STATEMENT = 0.4;
/** Minimum share for two statements between the same neighbours in the file. */
const SAME_PLACE = 0.3;
/** Minimum share if they are the only statements between these neighbours. */
const SINGLE_AT_PLACE = 0.2;

/**
 * Compares the statements of a file with its memories, including archived ones. `readFrom` is the path under
 * which the memories were imported. A memory whose text was edited since then belongs to its user: it is
 * neither superseded nor archived. A statement that was archived, merged or superseded by hand is not created
 * again.
 */
export function planImport(
  statements: readonly ForeignStatement[],
  memories: readonly Memory[],
  readFrom: string,
  now: number,
): ImportPlan {
  const known = new Map(memories.map((memory) => [memory.sourceKey, memory]));
  const plan: ImportPlan = { created: [], unchanged: [], changed: [], removed: [] };
  const inFile = new Set<string>();
  const fresh: Placed<KeyedStatement>[] = [];
  /** Earlier line numbers of the statements that stay. */
  const anchors: number[] = [];
  for (const each of statements) {
    const statement = { ...each, key: sourceKey(readFrom, each.content) };
    const memory = known.get(statement.key) ?? null;
    const isRepeated = inFile.has(statement.key);
    inFile.add(statement.key);
    if (memory === null && !isRepeated) fresh.push({ item: statement, place: anchors.length });
    else plan.unchanged.push({ statement, memory: isRepeated ? null : memory });
    if (memory?.sourceLine != null && !isRepeated) anchors.push(memory.sourceLine);
  }
  anchors.sort((a, b) => a - b);
  const gone = memories
    .filter((memory) => !isArchived(memory, now) && !inFile.has(memory.sourceKey!) && !isEdited(memory))
    .map((memory) => ({
      item: memory,
      place: anchors.filter((line) => line < (memory.sourceLine ?? 0)).length,
    }));
  const versions = pairVersions(
    fresh,
    gone,
    statements.map(({ content }) => content),
  );
  for (const each of fresh) {
    const earlier = versions.get(each);
    if (earlier === undefined) plan.created.push(each.item);
    else plan.changed.push({ statement: each.item, memory: earlier.item });
  }
  const replaced = new Set(versions.values());
  plan.removed = gone.filter((each) => !replaced.has(each)).map(({ item }) => item);
  return plan;
}

/** Returns whether the text was changed after the import. */
export function isEdited({ sourcePath, sourceKey: key, content }: Memory): boolean {
  return sourcePath === null || sourceKey(sourcePath, content) !== key;
}

interface Placed<T> {
  item: T;
  /** Number of statements that stay before this one. */
  place: number;
}

/** Pairs new and missing statements: the most alike first, then pairs that are alone at their place. */
function pairVersions<A extends { content: string }, B extends { content: string }>(
  fresh: readonly Placed<A>[],
  gone: readonly Placed<B>[],
  file: readonly string[],
): Map<Placed<A>, Placed<B>> {
  const pairs = fresh.length === 0 || gone.length === 0 ? [] : similarPairs(fresh, gone, file);
  const earlier = new Map<Placed<A>, Placed<B>>();
  const taken = new Set<Placed<B>>();
  const take = ({ a, b }: { a: Placed<A>; b: Placed<B> }): void => {
    if (earlier.has(a) || taken.has(b)) return;
    earlier.set(a, b);
    taken.add(b);
  };
  for (const pair of pairs) {
    if (pair.similarity >= (pair.a.place === pair.b.place ? SAME_PLACE : SAME_STATEMENT)) take(pair);
  }
  const singleNew = singlesAtPlace(fresh.filter((each) => !earlier.has(each)));
  const singleGone = singlesAtPlace(gone.filter((each) => !taken.has(each)));
  for (const pair of pairs) {
    const { a, b, similarity } = pair;
    if (a.place === b.place && similarity >= SINGLE_AT_PLACE && singleNew.has(a) && singleGone.has(b))
      take(pair);
  }
  return earlier;
}

function singlesAtPlace<T extends Placed<unknown>>(all: readonly T[]): Set<T> {
  const counts = new Map<number, number>();
  for (const { place } of all) counts.set(place, (counts.get(place) ?? 0) + 1);
  return new Set(all.filter(({ place }) => counts.get(place) === 1));
}

/** Words that occur in more statements than this are ignored. Limits the number of pairs. */
const MAX_HOLDERS = 100;

/**
 * Returns every pair that shares a word, the most similar first. The similarity is the weight of the shared
 * words divided by the weight of all words. A word that many statements of the file contain, such as their
 * heading, has a small weight.
 */
function similarPairs<A extends { content: string }, B extends { content: string }>(
  fresh: readonly Placed<A>[],
  gone: readonly Placed<B>[],
  file: readonly string[],
): { a: Placed<A>; b: Placed<B>; similarity: number }[] {
  const wordsOf = (text: string) => [...new Set(analyseText(text))];
  const newWords = fresh.map(({ item }) => wordsOf(item.content));
  const goneWords = gone.map(({ item }) => wordsOf(item.content));
  const counts = new Map<string, number>();
  for (const word of [...file.map(wordsOf), ...goneWords].flat())
    counts.set(word, (counts.get(word) ?? 0) + 1);
  // Values change more often than their subjects, so they have half the weight.
  const weightOf = (word: string) => (/\d/.test(word) ? 0.5 : 1) / counts.get(word)!;
  const total = (words: readonly string[]) => words.reduce((sum, word) => sum + weightOf(word), 0);
  const holders = new Map<string, number[]>();
  for (const [at, words] of goneWords.entries()) {
    for (const word of words) {
      const holding = holders.get(word);
      if (holding === undefined) holders.set(word, [at]);
      else holding.push(at);
    }
  }
  const goneTotals = goneWords.map(total);
  const pairs = fresh.flatMap((a, i) => {
    const shared = new Map<number, number>();
    for (const word of newWords[i]!) {
      const holding = holders.get(word) ?? [];
      if (holding.length > MAX_HOLDERS) continue;
      for (const at of holding) shared.set(at, (shared.get(at) ?? 0) + weightOf(word));
    }
    const own = total(newWords[i]!);
    return Array.from(shared, ([at, weight]) => ({
      a,
      b: gone[at]!,
      similarity: (2 * weight) / (own + goneTotals[at]!),
    }));
  });
  return pairs.sort((x, y) => y.similarity - x.similarity);
}
