import fc from 'fast-check';
import { expect, it } from 'vitest';
import { afterChanges } from '../../testing/after-changes.js';
import type { IndexModel } from '../../testing/index-model.js';
import { DIMENSIONS, NOW, randomChanges, randomFilter, randomTerms } from '../../testing/random-entries.js';
import type { Bm25Options, IndexEntry } from '../signals.js';
import { MemoryIndex } from './memory-index.js';

const options: fc.Arbitrary<Bm25Options> = fc.record({
  k1: fc.constantFrom(0, 0.9, 1.2),
  b: fc.constantFrom(0, 0.3, 0.75, 1),
  field: fc.constantFrom('all', 'body'),
});

it('keyword is BM25 over the chosen rows', () => {
  fc.assert(
    fc.property(
      randomChanges,
      fc.array(randomFilter),
      randomTerms,
      options,
      (changes, filters, terms, options) => {
        const { index, model } = afterChanges(changes);
        for (const filter of [{}, { includeArchived: true }, ...filters]) {
          const rows = index.match(filter, NOW);
          const documents = entriesOf(index, model, rows).map((entry) =>
            options.field === 'all'
              ? [...entry.bodyTerms, ...levelled(entry.headerTerms)]
              : [...entry.bodyTerms],
          );
          expectClose(index.keyword(terms, rows, options), naiveBm25(terms, documents, options));
        }
      },
    ),
    { numRuns: 200 },
  );
});

it('windowKeyword is BM25 over windows of turns', () => {
  const spans = fc.record({ before: fc.nat(3), after: fc.nat(3) });
  fc.assert(
    fc.property(
      randomChanges,
      fc.array(randomFilter),
      randomTerms,
      options,
      spans,
      (changes, filters, terms, options, spans) => {
        const { index, model } = afterChanges(changes);
        for (const filter of [{}, { includeArchived: true }, ...filters]) {
          const rows = index.match(filter, NOW);
          const chosen = new Set(entriesOf(index, model, rows).map(({ key }) => key));
          const windows = entriesOf(index, model, rows).map((entry) =>
            windowOf(entry, model, spans)
              .filter((key) => chosen.has(key))
              .flatMap((key) => model.entries.get(key)!.bodyTerms),
          );
          const actual = index.windowKeyword(terms, rows, { ...options, ...spans });
          expectClose(actual, naiveBm25(terms, windows, options));
        }
      },
    ),
    { numRuns: 200 },
  );
});

it('counts level out at 63 in the body and 3 in the header', () => {
  const index = new MemoryIndex(DIMENSIONS);
  const add = (key: number, body: number, header: number) =>
    index.add({
      key,
      type: 'fact',
      importance: 0,
      projectId: null,
      tags: [],
      sourceAgent: 'a',
      createdAt: 0,
      occurredAt: null,
      expiresAt: null,
      archived: false,
      sharedWith: [],
      conversation: null,
      speaker: null,
      facts: 0,
      bodyTerms: Array(body).fill('x'),
      headerTerms: Array(header).fill('x'),
      vectors: [new Float32Array(DIMENSIONS)],
      contextVector: null,
    });
  add(1, 63, 3);
  add(2, 500, 7);
  add(3, 63, 0);
  const rows = index.match({}, NOW);
  const score = (field: 'all' | 'body') => index.keyword(['x'], rows, { k1: 1.2, b: 0, field });
  expect(score('all')[0]).toBe(score('all')[1]);
  expect(score('all')[2]).toBeLessThan(score('all')[0]!);
  expect(new Set(score('body')).size).toBe(1);
});

function entriesOf(index: MemoryIndex, model: IndexModel, rows: Uint32Array): IndexEntry[] {
  return Array.from(rows, (row) => model.entries.get(index.keyOf(row))!);
}

/** Beyond its third place in a header a term adds to the length only, as another word would. */
function levelled(headerTerms: readonly string[]): string[] {
  return headerTerms.map((term, at) =>
    headerTerms.slice(0, at).filter((earlier) => earlier === term).length < 3 ? term : 'another word',
  );
}

function windowOf(
  { key, conversation }: IndexEntry,
  model: IndexModel,
  { before, after }: { before: number; after: number },
): number[] {
  if (conversation === null) return [key];
  const turns = model.conversations.get(conversation)!;
  const at = turns.indexOf(key);
  return turns.slice(Math.max(0, at - before), at + after + 1);
}

function naiveBm25(
  terms: readonly string[],
  documents: readonly string[][],
  { k1, b }: { k1: number; b: number },
): number[] {
  const total = documents.reduce((sum, document) => sum + document.length, 0);
  const average = total / documents.length;
  return documents.map((document) => {
    let score = 0;
    for (const term of new Set(terms)) {
      const count = (words: string[]) => words.filter((word) => word === term).length;
      const tf = count(document);
      if (tf === 0) continue;
      const df = documents.filter((words) => count(words) > 0).length;
      const idf = Math.log(1 + (documents.length - df + 0.5) / (df + 0.5));
      score += (idf * tf * (k1 + 1)) / (tf + k1 * (1 - b + (b * document.length) / average));
    }
    return score;
  });
}

function expectClose(actual: Float32Array, expected: number[]): void {
  expect(actual.length).toBe(expected.length);
  expected.forEach((value, i) => {
    expect(Math.abs(actual[i]! - value)).toBeLessThan(1e-4);
  });
}
