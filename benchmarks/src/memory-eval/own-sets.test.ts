import { expect, it } from 'vitest';
import { changedFactsSet, LANGUAGES, languageSet, readChangedFacts, readSet } from './own-sets.js';

it('has 40 changed facts of three types in six wordings, and 40 pairs about different subjects', () => {
  const { changes, different } = readChangedFacts();
  expect([changes.length, different.length]).toEqual([40, 40]);
  expect(new Set(changes.map(({ type }) => type)).size).toBe(3);
  expect(new Set(changes.map(({ wording }) => wording)).size).toBe(6);
});

it('stores outdated statements first, and reports relations of changed facts only', () => {
  const set = changedFactsSet(90, 'supersedes', Date.UTC(2026, 5, 1));
  expect([set.memories.length, set.queries.length]).toEqual([160, 80]);
  expect(set.memories[0]).toMatchObject({ id: 'c01-old', occurred_at: '2026-03-03T00:00:00.000Z' });
  expect(set.memories.flatMap(({ supersedes }) => supersedes ?? []).length).toBe(40);
  const untold = changedFactsSet(0, 'untold', 0).memories;
  expect(
    untold.filter(({ supersedes, occurred_at: at }) => supersedes !== undefined || at !== undefined),
  ).toEqual([]);
});

it.each([
  ['diary', 13, 26, 0],
  ['answerable', 80, 60, 30],
  ['injection', 60, 100, 50],
] as const)('has a valid file %s', (name, memories, queries, unanswerable) => {
  const set = readSet(name);
  const without = set.queries.filter(({ answerable }) => answerable === false);
  expect([set.memories.length, set.queries.length, without.length]).toEqual([
    memories,
    queries,
    unanswerable,
  ]);
});

it.each(['en', ...LANGUAGES])('has 20 different items in the language %s', (language) => {
  const { memories, queries } = languageSet(language, [language]);
  expect([memories.length, queries.length]).toEqual([40, 20]);
  expect(
    new Set([...memories.map(({ content }) => content), ...queries.map(({ query }) => query)]).size,
  ).toBe(60);
});
