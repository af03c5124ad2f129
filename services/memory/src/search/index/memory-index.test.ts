import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { afterChanges } from '../../testing/after-changes.js';
import type { IndexModel } from '../../testing/index-model.js';
import { DIMENSIONS, NOW, randomChanges, randomFilter, randomVector } from '../../testing/random-entries.js';
import type { IndexEntry } from '../signals.js';
import { MemoryIndex } from './memory-index.js';

describe('MemoryIndex after any changes', () => {
  it('matches the same memories as the model', () => {
    const times = fc.array(fc.tuple(randomFilter, fc.integer({ min: NOW - 4, max: NOW + 4 })), {
      maxLength: 12,
    });
    fc.assert(
      fc.property(randomChanges, times, (changes, asked) => {
        const { index, model } = afterChanges(changes);
        // Asked twice, so that cached lists are met at other times too.
        for (const [filter, now] of [...asked, ...asked.map(([filter, now]) => [filter, now - 1] as const)]) {
          const rows = index.match(filter, now);
          expect(rows).toEqual(rows.slice().sort());
          expect(keysOf(index, rows)).toEqual(model.match(filter, now).sort((a, b) => a - b));
        }
      }),
      { numRuns: 300 },
    );
  });

  it('keeps columns, keys and the order of turns', () => {
    fc.assert(
      fc.property(randomChanges, (changes) => {
        const { index, model } = afterChanges(changes);
        expect(index.size).toBe(model.entries.size);
        expect(index.deadShare).toBeCloseTo(index.rows === 0 ? 0 : 1 - model.entries.size / index.rows);
        const { columns } = index;
        for (const entry of model.entries.values()) {
          expect(index.has(entry.key)).toBe(true);
          const row = index.rowOf(entry.key)!;
          expect(index.keyOf(row)).toBe(entry.key);
          expect(columns.importance[row]).toBe(Math.fround(entry.importance));
          expect(columns.createdAt[row]).toBe(entry.createdAt);
          expect(columns.occurredAt[row]).toBe(entry.occurredAt ?? entry.createdAt);
          expect(columns.facts[row]).toBe(entry.facts);
          expect(columns.speaker[row] === -1 ? null : index.speakerName(columns.speaker[row]!)).toBe(
            entry.speaker,
          );
          if (entry.conversation === null) {
            expect([columns.conversation[row], columns.previous[row], columns.next[row]]).toEqual([
              -1, -1, -1,
            ]);
          }
        }
        for (const turns of model.conversations.values()) {
          const rows = turns.map((key) => index.rowOf(key)!);
          rows.forEach((row, at) => {
            expect(columns.conversation[row]).toBe(columns.conversation[rows[0]!]);
            expect(columns.previous[row]).toBe(rows[at - 1] ?? -1);
            expect(columns.next[row]).toBe(rows[at + 1] ?? -1);
          });
        }
      }),
      { numRuns: 150 },
    );
  });

  it('scores the cosine of the best window, and NaN where there is no context', () => {
    fc.assert(
      fc.property(randomChanges, randomFilter, randomVector, (changes, filter, query) => {
        const { index, model } = afterChanges(changes);
        const rows = index.match(filter, NOW);
        const semantic = index.semantic(query, rows);
        const context = index.context(query, rows);
        rows.forEach((row, at) => {
          const entry = model.entries.get(index.keyOf(row))!;
          expect(Math.abs(semantic[at]! - bestCosine([query], entry))).toBeLessThan(0.012);
          if (entry.contextVector === null) expect(context[at]).toBeNaN();
          else expect(Math.abs(context[at]! - dot(query, entry.contextVector))).toBeLessThan(0.012);
        });
      }),
      { numRuns: 150 },
    );
  });

  it('finds the nearest ones', () => {
    const vectors = fc.array(randomVector, { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(randomChanges, vectors, fc.integer({ min: 1, max: 9 }), (changes, asked, limit) => {
        const { index, model } = afterChanges(changes);
        const active = activeEntries(model);
        const near = index.nearest(asked, index.match({}, NOW), limit);
        expect(near.length).toBe(Math.min(limit, active.length));
        const cosines = active.map((entry) => bestCosine(asked, entry)).sort((a, b) => b - a);
        near.forEach((key, at) => {
          const entry = model.entries.get(key)!;
          expect(Math.abs(bestCosine(asked, entry) - cosines[at]!)).toBeLessThan(0.012);
          for (const [i, window] of index.windows(key).entries())
            expect(dot(window, entry.vectors[i]!)).toBeGreaterThan(0.99);
        });
        expect(index.nearest([], index.match({}, NOW), limit)).toEqual([]);
        expect(index.windows(1_000)).toEqual([]);
      }),
      { numRuns: 100 },
    );
  });
});

describe('MemoryIndex', () => {
  const unit = (d: number) => new Float32Array(DIMENSIONS).fill(1, d, d + 1);
  const entry = (key: number, fields: Partial<IndexEntry> = {}): IndexEntry => ({
    key,
    type: 'fact',
    importance: 0.5,
    projectId: null,
    tags: [],
    sourceAgent: 'agent',
    createdAt: 0,
    occurredAt: null,
    expiresAt: null,
    archived: false,
    sharedWith: [],
    conversation: null,
    speaker: null,
    facts: 0,
    bodyTerms: ['word'],
    headerTerms: [],
    vectors: [unit(key % DIMENSIONS)],
    contextVector: null,
    ...fields,
  });

  it('numbers rows in order of arrival and refuses keys out of order', () => {
    const index = new MemoryIndex(DIMENSIONS);
    expect([index.add(entry(3)), index.add(entry(8))]).toEqual([0, 1]);
    expect(() => index.add(entry(8))).toThrow('Expected a key above 8, received 8');
    expect(() => index.add(entry(5))).toThrow('Expected a key above 8');
    index.remove(8);
    index.compact();
    expect(() => index.add(entry(8))).toThrow('Expected a key above 8');
    index.clear();
    expect(index.add(entry(1))).toBe(0);
  });

  it('changes nothing when it refuses an entry', () => {
    const index = new MemoryIndex(DIMENSIONS);
    index.add(entry(1));
    expect(() => index.add(entry(2, { vectors: [] }))).toThrow('at least one vector');
    expect(() => index.add(entry(2, { vectors: [new Float32Array(3)] }))).toThrow(
      '24 dimensions, received 3',
    );
    expect(() => index.add(entry(2, { contextVector: new Float32Array(3) }))).toThrow('received 3');
    expect(() => index.replace(entry(2))).toThrow('no memory with the key 2');
    expect(() => index.patch(2, {})).toThrow('no memory with the key 2');
    expect(() => index.semantic(new Float32Array(3), new Uint32Array(1))).toThrow('received 3');
    expect(() => index.keyOf(1)).toThrow('Expected a row below 1');
    expect([index.rows, index.size, index.remove(2)]).toEqual([1, 1, false]);
    expect(index.add(entry(2))).toBe(1);
  });

  it('moves a rewritten memory to a new row, and its words and vectors with it', () => {
    const index = new MemoryIndex(DIMENSIONS);
    for (const key of [1, 2, 3]) index.add(entry(key, { conversation: 'c' }));
    expect(index.replace(entry(2, { conversation: 'c', bodyTerms: ['new'], vectors: [unit(9)] }))).toBe(3);
    const rows = index.match({}, NOW);
    expect([...rows]).toEqual([0, 2, 3]);
    expect(keysOf(index, rows)).toEqual([1, 2, 3]);
    const options = { k1: 0.9, b: 0.4, field: 'all' } as const;
    expect(Array.from(index.keyword(['new'], rows, options), (score) => score > 0)).toEqual([
      false,
      false,
      true,
    ]);
    expect(index.keyword(['word'], rows, options)[2]).toBe(0);
    expect(index.semantic(unit(9), rows)[2]).toBeCloseTo(1, 2);
    expect([index.columns.previous[3], index.columns.next[3]]).toEqual([0, 2]);
  });

  it('gives the same list back until a write or an expiry', () => {
    const index = new MemoryIndex(DIMENSIONS);
    index.add(entry(1));
    index.add(entry(2, { expiresAt: 100 }));
    const before = index.match({}, 50);
    expect([...before]).toEqual([0, 1]);
    expect(index.match({}, 99)).toBe(before);
    expect([...index.match({}, 100)]).toEqual([0]);
    expect([...index.match({}, 99)]).toEqual([0, 1]);
    expect([...index.match({ includeArchived: true }, 100)]).toEqual([0, 1]);
    index.patch(1, { archived: true });
    expect([...index.match({}, 100)]).toEqual([]);
  });

  it('keeps the ranking of exact cosines at 384 dimensions', () => {
    const index = new MemoryIndex(384);
    let state = 1;
    const noise = () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return state / 2 ** 31 - 1;
    };
    const centres = Array.from({ length: 40 }, () => Float32Array.from({ length: 384 }, noise));
    const nearCentre = (centre: number) => {
      const vector = centres[centre]!.map((value) => value + noise());
      const length = Math.hypot(...vector);
      return vector.map((value) => value / length);
    };
    const vectors = Array.from({ length: 1_500 }, (_, i) => nearCentre(i % 40));
    vectors.forEach((vector, i) => {
      index.add(entry(i + 1, { vectors: [vector] }));
    });
    const rows = index.match({}, NOW);
    let found = 0;
    for (let q = 0; q < 20; q++) {
      const query = nearCentre(q);
      const exact = new Set(topTen(vectors.map((vector) => dot(vector, query))));
      found += topTen([...index.semantic(query, rows)]).filter((row) => exact.has(row)).length;
    }
    expect(found / 200).toBeGreaterThan(0.97);
  });

  it('reports its size', () => {
    const index = new MemoryIndex(DIMENSIONS);
    for (let key = 1; key <= 1000; key++) index.add(entry(key));
    const sizes = index.byteSizes();
    expect(sizes.vectors).toBeGreaterThan(1000 * DIMENSIONS);
    for (const size of Object.values(sizes)) expect(size).toBeLessThan(1_000_000);
  });
});

function keysOf(index: MemoryIndex, rows: Uint32Array): number[] {
  return Array.from(rows, (row) => index.keyOf(row)).sort((a, b) => a - b);
}

function activeEntries(model: IndexModel): IndexEntry[] {
  return model.match({}, NOW).map((key) => model.entries.get(key)!);
}

function bestCosine(queries: readonly Float32Array[], { vectors }: IndexEntry): number {
  return Math.max(...queries.flatMap((query) => vectors.map((vector) => dot(query, vector))));
}

function dot(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, d) => sum + value * b[d]!, 0);
}

function topTen(scores: number[]): number[] {
  return [...scores.keys()].sort((a, b) => scores[b]! - scores[a]!).slice(0, 10);
}
