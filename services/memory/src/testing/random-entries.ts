/**
 * Random entries, changes and filters for the tests of the index. They use few values, so that entries often
 * match.
 */
import fc from 'fast-check';
import type { IndexPatch } from '../search/index/memory-index.js';
import type { SearchFilter } from '../search/search-filter.js';
import type { IndexEntry } from '../search/signals.js';

export const DIMENSIONS = 24;
/** Current time of the tests; random times are at most 3 ms away. */
export const NOW = 1_000;

const types = fc.constantFrom('decision', 'error', 'fact');
const agents = fc.constantFrom('a1', 'a2', 'a3', 'all');
const projects = fc.constantFrom('p1', 'p2', 'constructor');
const tagNames = fc.constantFrom('red', 'green', 'blue', '__proto__', 'a,b', '');
const tags = fc.array(tagNames, { maxLength: 3 });
const conversations = fc.constantFrom('c1', 'c2', 'p1/c3');
const importances = fc.constantFrom(0, 0.1, 0.3, 0.30000000000000004, 0.7, 1);
const times = fc.integer({ min: NOW - 3, max: NOW + 3 });
const sharedWith = fc.oneof(fc.constant('all' as const), fc.array(agents, { maxLength: 2 }));
export const randomTerms = fc.array(
  fc.constantFrom(
    'cat',
    'dog',
    'fish',
    'constructor',
    'kx-4471',
    'a-term-beyond-thirteen-characters',
    'ü',
    '\ud800',
  ),
  { maxLength: 8 },
);

export const randomVector: fc.Arbitrary<Float32Array> = fc.integer({ min: 1, max: 1 << 30 }).map((seed) => {
  const vector = Float32Array.from({ length: DIMENSIONS }, (_, d) => Math.sin(seed * (d + 1)));
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
});

/** Random entry without its key. */
export const randomEntry: fc.Arbitrary<Omit<IndexEntry, 'key'>> = fc.record({
  type: types,
  importance: importances,
  projectId: fc.option(projects),
  tags,
  sourceAgent: agents,
  createdAt: times,
  occurredAt: fc.option(times),
  expiresAt: fc.option(times, { freq: 2 }),
  archived: fc.boolean(),
  sharedWith,
  conversation: fc.option(conversations, { freq: 8 }),
  speaker: fc.option(agents),
  facts: fc.nat(0xffff_ffff),
  bodyTerms: randomTerms,
  headerTerms: randomTerms,
  vectors: fc.array(randomVector, { minLength: 1, maxLength: 3 }),
  contextVector: fc.option(randomVector),
});

export const randomPatch: fc.Arbitrary<IndexPatch> = fc.record(
  {
    type: types,
    importance: importances,
    tags,
    projectId: fc.option(projects),
    conversation: fc.option(conversations),
    archived: fc.boolean(),
    expiresAt: fc.option(times),
    sharedWith,
    facts: fc.nat(0xffff_ffff),
  },
  { requiredKeys: [] },
);

export const randomFilter: fc.Arbitrary<SearchFilter> = fc
  .record(
    {
      type: fc.oneof(types, fc.constant('never-seen')),
      sourceAgent: agents,
      projectId: fc.oneof(projects, fc.constant('never-seen')),
      globalOnly: fc.boolean(),
      createdFrom: times,
      createdTo: times,
      occurredFrom: times,
      occurredTo: times,
      minImportance: importances,
      tags,
      sharedWith: agents,
      sharedWithAnyone: fc.boolean(),
      visibleTo: fc.oneof(agents, fc.constant('never-seen')),
      conversation: conversations,
      includeArchived: fc.boolean(),
    },
    { requiredKeys: [] },
  )
  // Most random conjunctions match no entry, so a filter has at most three fields.
  .chain((filter) =>
    fc.shuffledSubarray(Object.entries(filter), { maxLength: Math.min(3, Object.keys(filter).length) }),
  )
  .map((fields) => Object.fromEntries(fields));

/** A change to an index; `which` picks one of the live memories. */
export type Change =
  | { kind: 'add' | 'replace'; entry: Omit<IndexEntry, 'key'>; which: number }
  | { kind: 'patch'; patch: IndexPatch; which: number }
  | { kind: 'remove' | 'compact'; which: number };

const which = fc.nat(1_000);

export const randomChanges: fc.Arbitrary<Change[]> = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.record({ kind: fc.constant('add' as const), entry: randomEntry, which }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('replace' as const), entry: randomEntry, which }) },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('patch' as const), patch: randomPatch, which }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('remove' as const), which }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('compact' as const), which }) },
  ),
  { maxLength: 60, size: 'max' },
);
