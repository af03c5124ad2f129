import { readFileSync } from 'node:fs';
import { type EvaluationSet, parseEvaluationSet } from '@anima/cli/dist/eval/evaluation-set.js';

const folder = new URL('../../memory-eval/', import.meta.url);
const DAY_MS = 86_400_000;

/** Languages of `languages/`, besides English. */
export const LANGUAGES = ['de', 'fr', 'es', 'pt', 'it', 'nl', 'pl', 'ru', 'zh', 'ja', 'ko', 'ar'] as const;

export interface ChangedFacts {
  changes: {
    id: string;
    type: 'decision' | 'preference' | 'fact';
    wording: string;
    old: string;
    new: string;
    query: string;
  }[];
  different: { id: string; about: string; other: string; query: string }[];
}

export const readChangedFacts = (): ChangedFacts => readJson('changed-facts.json') as ChangedFacts;

/** How the service learns that a statement changed: only from the two texts, or also from a relation. */
export const RELATIONS = ['untold', 'supersedes', 'contradicts'] as const;

/**
 * Returns the changed facts and the pairs about different subjects as one store. The outdated statements are stored first.
 * Only the relations of changed facts are reported to the service.
 * @param days Number of days between the two statements of a pair.
 */
export function changedFactsSet(
  days: number,
  relation: (typeof RELATIONS)[number],
  now: number,
): EvaluationSet {
  const { changes, different } = readChangedFacts();
  const times = { old: isoTime(now - days * DAY_MS), new: isoTime(now) };
  const memory = (id: string, type: string, content: string, age: 'old' | 'new') => ({
    ...{ id, type, content },
    ...(days === 0 ? {} : { occurred_at: times[age] }),
  });
  const reported = (id: string) => (relation === 'untold' ? {} : { [relation]: [`${id}-old`] });
  return toSet({
    memories: [
      ...changes.map(({ id, type, old }) => memory(`${id}-old`, type, old, 'old')),
      ...different.map(({ id, about }) => memory(`${id}-about`, 'fact', about, 'old')),
      ...changes.map((each) => ({
        ...memory(`${each.id}-new`, each.type, each.new, 'new'),
        ...reported(each.id),
      })),
      ...different.map(({ id, other }) => memory(`${id}-other`, 'fact', other, 'new')),
    ],
    queries: [
      ...changes.map(({ id, wording, query }) => ({
        ...{ id, query, kind: wording },
        ...{ answers: [`${id}-new`], stale: [`${id}-old`] },
      })),
      ...different.map(({ id, query }) => ({
        ...{ id, query, kind: 'different' },
        ...{ answers: [`${id}-about`], stale: [`${id}-other`] },
      })),
    ],
  });
}

export const readSet = (name: 'diary' | 'answerable' | 'injection'): EvaluationSet =>
  parseEvaluationSet(readText(`${name}.json`), `${name}.json`);

interface LanguageItem {
  id: string;
  memory: string;
  distractor: string;
  query: string;
}

const readLanguage = (language: string): LanguageItem[] =>
  (readJson(`languages/${language}.json`) as { items: LanguageItem[] }).items;

/** Memories of one language, with queries in each of the other languages. The kind of a query is its language. */
export function languageSet(language: string, queryLanguages: readonly string[]): EvaluationSet {
  return toSet({
    memories: readLanguage(language).flatMap(({ id, memory, distractor }) => [
      { id, content: memory },
      { id: `${id}-distractor`, content: distractor },
    ]),
    queries: queryLanguages.flatMap((kind) =>
      readLanguage(kind).map(({ id, query }) => ({ id: `${kind}-${id}`, query, kind, answers: [id] })),
    ),
  });
}

/** Checks a set as a file of a user would be checked. */
export const toSet = (document: object): EvaluationSet =>
  parseEvaluationSet(JSON.stringify(document), 'set.json');

const isoTime = (time: number): string => new Date(time).toISOString();
const readText = (name: string): string => readFileSync(new URL(name, folder), 'utf8');
const readJson = (name: string): unknown => JSON.parse(readText(name));
