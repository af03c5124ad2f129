import { readFileSync } from 'node:fs';
import type { MemoryType } from '@anima/memory/dist/memory/memory.js';
import { readChangedFacts } from '../memory-eval/own-sets.js';
import type { OfflineMemory } from '../retrieval/offline-index.js';
import { changedFacts, differentSubjects, wordingNames } from './changed-facts.js';

interface Changed {
  type: MemoryType;
  query: string;
  old: string;
  /** The new statement by wording. */
  new: readonly { wording: string; content: string }[];
}

/** Two statements that are both true, the older first. */
interface Pair {
  older: string;
  newer: string;
  query: string;
}

export interface FactSet {
  changed: readonly Changed[];
  /** Pairs about different subjects. */
  different: readonly Pair[];
  /** Pairs about the same subject. */
  compatible: readonly Pair[];
}

/** Names of the sets: the first three are for fitting, `held-out` and `independent` are not. */
export const FACT_SETS = ['first', 'development', 'pairs', 'held-out', 'independent'] as const;
export type FactSetName = (typeof FACT_SETS)[number];

export function readFactSet(name: FactSetName): FactSet {
  if (name === 'first')
    return {
      changed: changedFacts.map(({ wordings, ...fact }) => ({
        ...fact,
        new: wordings.map((content, at) => ({ wording: wordingNames[at]!, content })),
      })),
      different: differentSubjects.flatMap(({ queries, ...pair }) =>
        queries.map((query) => ({ ...pair, query })),
      ),
      compatible: [],
    };
  if (name === 'pairs') return readPairs();
  if (name === 'independent') {
    const { changes, different } = readChangedFacts();
    return {
      changed: changes.map(({ wording, new: content, ...fact }) => ({
        ...fact,
        new: [{ wording, content }],
      })),
      different: different.map(({ about, other, query }) => ({ older: about, newer: other, query })),
      compatible: [],
    };
  }
  const file = new URL(`../../truth/${name}.json`, import.meta.url);
  const set = JSON.parse(readFileSync(file, 'utf8')) as {
    wordings: string[];
    changed: { type: MemoryType; query: string; old: string; new: string[] }[];
    different: { about: string; other: string; query: string }[];
    compatible: { first: string; second: string; query: string }[];
  };
  return {
    changed: set.changed.map((fact) => ({
      ...fact,
      new: fact.new.map((content, at) => ({ wording: set.wordings[at]!, content })),
    })),
    different: set.different.map(({ about, other, query }) => ({ older: about, newer: other, query })),
    compatible: set.compatible.map(({ first, second, query }) => ({ older: first, newer: second, query })),
  };
}

/** Pairs of a blind author, for which truth/pair-queries.json has queries. */
function readPairs(): FactSet {
  const folder = new URL('../../', import.meta.url);
  const read = (file: string) => readFileSync(new URL(file, folder), 'utf8');
  const { pairs: file, queries } = JSON.parse(read('truth/pair-queries.json')) as {
    pairs: string;
    queries: Record<string, string>;
  };
  const pairs = read(`pairs/${file}`)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { a: string; b: string; label: string });
  const asked = Object.entries(queries).map(([at, query]) => ({ query, ...pairs[Number(at)]! }));
  return {
    changed: asked.flatMap(({ label, a, b, query }) =>
      label === 'conflict' ? { type: 'fact', query, old: a, new: [{ wording: 'blind', content: b }] } : [],
    ),
    different: asked.flatMap(({ label, a, b, query }) =>
      label === 'conflict' ? [] : { older: a, newer: b, query },
    ),
    compatible: [],
  };
}

export interface FactQuery {
  text: string;
  kind: 'changed' | 'different' | 'compatible';
  /** Type and wording of a changed fact. */
  labels: readonly string[];
  /** Rows of the pair. */
  older: number;
  newer: number;
}

export interface FactStore {
  days: number;
  memories: OfflineMemory[];
  queries: FactQuery[];
}

const DAY_MS = 86_400_000;

/** Returns a store for each wording and each number of days between the older and the newer statements. */
export function factStores({ changed, different, compatible }: FactSet, now: number): FactStore[] {
  const wordings = Math.max(...changed.map(({ new: texts }) => texts.length));
  const pairs = [
    ...different.map((pair) => ({ ...pair, kind: 'different' as const })),
    ...compatible.map((pair) => ({ ...pair, kind: 'compatible' as const })),
  ];
  return [0, 90].flatMap((days) =>
    Array.from({ length: wordings }, (_, number) => {
      const memories: OfflineMemory[] = [];
      const rows = new Map<string, number>();
      const add = (content: string, age: 'old' | 'new', type: MemoryType = 'fact'): number => {
        const known = rows.get(content);
        if (known !== undefined) return known;
        rows.set(content, memories.length);
        const time = now - (age === 'old' ? days * DAY_MS : 0);
        memories.push({
          ...{ content, type, project: 'facts', createdAt: now + memories.length },
          ...(days === 0 ? {} : { occurredAt: time }),
        });
        return memories.length - 1;
      };
      const olds = changed.map(({ old, type }) => add(old, 'old', type));
      const firsts = pairs.map(({ older }) => add(older, 'old'));
      const queries: FactQuery[] = changed.map(({ query, type, new: texts }, at) => {
        const { wording, content } = texts[number % texts.length]!;
        const newer = add(content, 'new', type);
        return { text: query, kind: 'changed', labels: [type, wording], older: olds[at]!, newer };
      });
      for (const [at, { newer, query, kind }] of pairs.entries())
        queries.push({ text: query, kind, labels: [], older: firsts[at]!, newer: add(newer, 'new') });
      return { days, memories, queries };
    }),
  );
}
