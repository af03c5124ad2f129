import fc from 'fast-check';
import { expect, it } from 'vitest';
import { afterChanges } from '../../testing/after-changes.js';
import type { IndexModel } from '../../testing/index-model.js';
import { DIMENSIONS, NOW, randomChanges, randomFilter, randomTerms } from '../../testing/random-entries.js';
import type { MemoryIndex } from '../index/memory-index.js';
import type { Bm25Options } from '../signals.js';
import { type Candidate, createCandidateSource, type HeldTerm } from './candidate-source.js';

const QUERY = new Float32Array(DIMENSIONS).fill(0.2);
const OPTIONS = { k1: 0.9, b: 0.4, field: 'all' } as const satisfies Bm25Options;
const REACH = { before: 2, after: 2 };

it('returns the same values as the index in RAM for all matching memories', () => {
  fc.assert(
    fc.property(randomChanges, randomFilter, randomTerms, (changes, filter, terms) => {
      const { index, model } = afterChanges(changes);
      const rows = byKey(index, index.match(filter, NOW));
      const source = createCandidateSource(rows.map((row) => candidateOf(index, model, row)));
      const ascending = Uint32Array.from(rows).sort();
      const inOrderOfKeys = (values: Float32Array) => rows.map((row) => values[ascending.indexOf(row)]!);
      for (const field of ['all', 'body'] as const) {
        const found = source.keywordCoverage(terms, source.rows, { ...OPTIONS, field });
        const known = index.keywordCoverage(terms, ascending, { ...OPTIONS, field });
        expectClose(found.bm25, inOrderOfKeys(known.bm25));
        expectClose(found.covered, inOrderOfKeys(known.covered));
        if (rows.length > 0) expect(found.totalIdf).toBeCloseTo(known.totalIdf, 4);
      }
      const around = { ...OPTIONS, field: 'body' as const, ...REACH };
      expectClose(
        source.windowKeyword(terms, source.rows, around),
        inOrderOfKeys(index.windowKeyword(terms, ascending, around)),
      );
      expect([...source.rows].map(source.keyOf)).toEqual(rows.map((row) => index.keyOf(row)));
      expectClose(source.semantic(QUERY, source.rows), inOrderOfKeys(index.semantic(QUERY, ascending)));
      expectClose(source.context(QUERY, source.rows), inOrderOfKeys(index.context(QUERY, ascending)));
      const named = [...source.columns.speaker].map((speaker) =>
        speaker === -1 ? null : source.speakerName(speaker),
      );
      expect(named).toEqual(rows.map((row) => model.entries.get(index.keyOf(row))!.speaker));
    }),
    { numRuns: 100 },
  );
});

it('compares some with the population that they are of', () => {
  fc.assert(
    fc.property(randomChanges, randomTerms, (changes, terms) => {
      const { index, model } = afterChanges(changes);
      const rows = index.match({}, NOW);
      const entries = [...rows].map((row) => model.entries.get(index.keyOf(row))!);
      const holding = new Map(
        terms.map((term) => [
          term,
          entries.filter(({ bodyTerms, headerTerms }) => [...bodyTerms, ...headerTerms].includes(term))
            .length,
        ]),
      );
      const length = entries.reduce(
        (sum, entry) => sum + entry.bodyTerms.length + entry.headerTerms.length,
        0,
      );
      const cosines = { mean: 0.5, deviation: 0.1 };
      const some = byKey(
        index,
        rows.filter((_, at) => at % 2 === 0),
      );
      const source = createCandidateSource(
        some.map((row) => candidateOf(index, model, row)),
        { total: rows.length, length, holding, cosines },
      );
      const known = index.keyword(terms, rows, OPTIONS);
      expectClose(
        source.keyword(terms, source.rows, OPTIONS),
        some.map((row) => known[rows.indexOf(row)]!),
      );
      expect(source.cosineSpread).toEqual(cosines);
    }),
    { numRuns: 50 },
  );
});

const byKey = (index: MemoryIndex, rows: Uint32Array): number[] =>
  [...rows].sort((a, b) => index.keyOf(a) - index.keyOf(b));

function candidateOf(index: MemoryIndex, model: IndexModel, row: number): Candidate {
  const entry = model.entries.get(index.keyOf(row))!;
  const turns = entry.conversation === null ? [] : model.conversations.get(entry.conversation)!;
  const place = turns.indexOf(entry.key);
  const [cosine] = index.semantic(QUERY, Uint32Array.of(row));
  const [context] = index.context(QUERY, Uint32Array.of(row));
  return {
    key: entry.key,
    conversation: entry.conversation,
    speaker: entry.speaker,
    occurredAt: entry.occurredAt ?? entry.createdAt,
    createdAt: entry.createdAt,
    importance: entry.importance,
    facts: entry.facts,
    bodyLength: entry.bodyTerms.length,
    headerLength: entry.headerTerms.length,
    cosine: cosine!,
    context: context!,
    terms: heldTerms(entry.bodyTerms, entry.headerTerms),
    before: turns.slice(Math.max(0, place - REACH.before), Math.max(0, place)).reverse(),
    after: turns.slice(place + 1, place + 1 + REACH.after),
  };
}

function heldTerms(bodyTerms: readonly string[], headerTerms: readonly string[]): HeldTerm[] {
  const count = (terms: readonly string[], term: string) => terms.filter((other) => other === term).length;
  return [...new Set([...bodyTerms, ...headerTerms])].map((term) => ({
    term,
    body: count(bodyTerms, term),
    // The index counts up to so many.
    header: Math.min(3, count(headerTerms, term)),
  }));
}

function expectClose(actual: Float32Array, expected: readonly number[]): void {
  expect(actual.length).toBe(expected.length);
  for (const [at, value] of expected.entries()) {
    if (Number.isNaN(value)) expect(actual[at]).toBeNaN();
    else expect(Math.abs(actual[at]! - value)).toBeLessThan(1e-4);
  }
}
