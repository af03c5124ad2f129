import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { afterChanges } from '../../testing/after-changes.js';
import {
  DIMENSIONS,
  NOW,
  randomChanges,
  randomEntry,
  randomFilter,
  randomTerms,
  randomVector,
} from '../../testing/random-entries.js';
import { MemoryIndex } from '../index/memory-index.js';
import { loadSnapshot, saveSnapshot } from './snapshot.js';

const folder = mkdtempSync(join(tmpdir(), 'anima-snapshot-'));
afterAll(() => rmSync(folder, { recursive: true }));
const path = join(folder, 'memories.index');
const model = 'bge-small, analysis 1';
const generation = { changeSeq: 7, rows: 3, checksum: 'abc' };
const identity = { model, dimensions: DIMENSIONS };
const bm25 = { k1: 0.9, b: 0.4, field: 'all' } as const;

it('returns the index that was saved', async () => {
  const queried = fc.array(fc.tuple(randomFilter, randomTerms, randomVector), { maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(randomChanges, queried, randomEntry, async (changes, queried, more) => {
      const { index } = afterChanges(changes);
      expect(await saveSnapshot(index, path, { model, generation })).toBe(true);
      const loaded = await load();
      expect(loaded.generation).toEqual(generation);
      const key = 10_000;
      for (const it of [index, loaded.index]) {
        it.add({ ...more, key });
        it.add({ ...more, key: key + 1 });
      }
      for (const [filter, terms, query] of [
        [{ includeArchived: true }, ['cat'], more.vectors[0]!] as const,
        ...queried,
      ]) {
        expect(answers(loaded.index, filter, terms, query)).toEqual(answers(index, filter, terms, query));
      }
    }),
    { numRuns: 25 },
  );
});

it('compacts an index with many dead rows', async () => {
  const index = filled(10);
  for (let key = 1; key <= 3; key++) index.remove(key);
  await saveSnapshot(index, path, { model, generation });
  const { index: loaded } = await load();
  expect([loaded.rows, loaded.size, index.rows]).toEqual([7, 7, 10]);
});

it('saves the state at the time of the call, regardless of concurrent writes', async () => {
  const index = filled(3_000);
  const before = answers(index, {}, ['cat', 'dog'], vector());
  const saving = saveSnapshot(index, path, { model, generation });
  let writes = 0;
  const writer = setInterval(() => {
    writes++;
    index.patch(1 + (writes % 3_000), { archived: true, tags: [`tag ${writes}`] });
    for (let i = 0; i < 20; i++)
      index.add({ ...entry(), key: index.rows + 1, bodyTerms: ['cat', `new ${writes} ${i}`] });
    index.replace({ ...entry(), key: 1 + (writes % 3_000) });
  });
  expect(await saving).toBe(true);
  clearInterval(writer);
  const { index: loaded } = await load();
  expect([loaded.size, index.size > 3_000]).toEqual([3_000, true]);
  expect(answers(loaded, {}, ['cat', 'dog'], vector())).toEqual(before);
});

it('cancels if the index is compacted in the meantime, and keeps the old file', async () => {
  const index = filled(20);
  await saveSnapshot(index, path, { model, generation });
  const old = readFileSync(path);
  const saving = saveSnapshot(index, path, { model, generation: null });
  index.compact();
  expect(await saving).toBe(false);
  expect(readFileSync(path).equals(old)).toBe(true);
  expect(readdirSync(folder)).toEqual(['memories.index']);
});

it('rejects an index of another model, dimension or version, and a missing file', async () => {
  await saveSnapshot(filled(5), path, { model, generation });
  expect(await loadSnapshot(path, { ...identity, model: 'other' })).toEqual({
    index: null,
    reason: 'it was made with "bge-small, analysis 1", expected "other"',
  });
  expect(await loadSnapshot(path, { ...identity, dimensions: 384 })).toEqual({
    index: null,
    reason: 'its vectors have 24 dimensions, expected 384',
  });
  expect(await loadSnapshot(join(folder, 'none'), identity)).toEqual({
    index: null,
    reason: 'it does not exist',
  });
  expect(await loadSnapshot(folder, identity)).toMatchObject({ index: null });
  writeFileSync(path, '');
  expect(await loadSnapshot(path, identity)).toEqual({ index: null, reason: 'it is cut short' });
});

it('rejects a file with any byte changed or missing', async () => {
  await saveSnapshot(filled(4), path, { model, generation });
  const whole = readFileSync(path);
  const damaged = join(folder, 'damaged');
  const refuses = async (bytes: Uint8Array) => {
    writeFileSync(damaged, bytes);
    expect(await loadSnapshot(damaged, identity)).toMatchObject({ index: null, reason: expect.any(String) });
  };
  const flipped = (at: number, bit: number) => {
    const bytes = Buffer.from(whole);
    bytes[at]! ^= 1 << bit;
    return bytes;
  };
  const head = 16;
  const tail = whole.length - 200;
  for (let at = 0; at < whole.length; at += at < head || at >= tail ? 1 : 29)
    await refuses(flipped(at, at % 8));
  for (let length = 0; length < whole.length; length += 307) await refuses(whole.subarray(0, length));
  await refuses(whole.subarray(0, whole.length - 1));
  await refuses(whole.subarray(1));
  await refuses(Buffer.concat([whole, Buffer.from([0])]));
  await refuses(Buffer.concat([whole, whole]));
});

async function load() {
  const loaded = await loadSnapshot(path, identity);
  if (loaded.index === null) throw new Error(loaded.reason);
  return loaded;
}

const [entrySample] = fc.sample(randomEntry, { numRuns: 1, seed: 3 });
const entry = () => ({ ...entrySample!, archived: false, expiresAt: null });
const vector = () => entrySample!.vectors[0]!;

function filled(rows: number): MemoryIndex {
  const index = new MemoryIndex(DIMENSIONS);
  for (let key = 1; key <= rows; key++) {
    index.add({ ...entry(), key, bodyTerms: ['cat', `only in ${key}`], conversation: `c${key % 7}` });
  }
  return index;
}

/** All results of the index, by key. */
function answers(
  index: MemoryIndex,
  filter: Parameters<MemoryIndex['match']>[0],
  terms: readonly string[],
  query: Float32Array,
) {
  const rows = index.match(filter, NOW);
  const semantic = index.semantic(query, rows);
  const context = index.context(query, rows);
  const keyword = index.keyword(terms, rows, bm25);
  const windows = index.windowKeyword(terms, rows, { ...bm25, before: 2, after: 1 });
  const { columns } = index;
  const keyAt = (row: number) => (row === -1 ? -1 : index.keyOf(row));
  return new Map(
    Array.from(rows, (row, at) => [
      index.keyOf(row),
      {
        signals: [semantic[at], context[at], keyword[at], windows[at]].map((value) => value!.toFixed(5)),
        links: [keyAt(columns.previous[row]!), keyAt(columns.next[row]!)],
        facts: columns.facts[row],
        speaker: columns.speaker[row] === -1 ? null : index.speakerName(columns.speaker[row]!),
        importance: columns.importance[row],
        times: [columns.createdAt[row], columns.occurredAt[row]],
      },
    ]),
  );
}
