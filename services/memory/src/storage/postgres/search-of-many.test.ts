import { findPostgres } from '@anima/test-engines';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newMemory } from '../../memory/memory-store.contract.js';
import type { NewMemory } from '../../memory/memory-store.js';
import { insertMemories } from '../../memory/write-memories.js';
import { MemoryIndex } from '../../search/index/memory-index.js';
import { applyToIndex } from '../../search/indexing/index-entry.js';
import type { MemorySearch } from '../../search/memory-search.js';
import type { SearchFilter } from '../../search/search-filter.js';
import { openPostgresStore } from '../../testing/open-postgres-store.js';
import { createWordEmbedder } from '../../testing/word-embedder.js';
import { createRamSearch } from '../ram/memory-search.js';
import { nearMemories, prepareWalk } from './near-memories.js';
import { rankCandidates } from './rank-candidates.js';

const missing = findPostgres() === null ? ' (no postgres with pgvector: skipped)' : '';

const NOW = 10_000;
const MEMORIES = 1_600;
const PLACES = ['mill', 'ferry', 'harbour', 'tower', 'bakery', 'orchard', 'quarry', 'lighthouse'];
const DEEDS = ['repairs', 'paints', 'visits', 'sells', 'rents', 'describes', 'closes'];
const PEOPLE = ['Ann', 'Bob', 'Eve', 'Ola', 'Kim'];

/** Returns memory number n of many similar ones; the first memories have additional tags. */
function memory(n: number): Partial<NewMemory> {
  const draw = (values: readonly string[], step: number) =>
    values[Math.floor(n / step + n * step) % values.length]!;
  const isTurn = n % 2 === 0;
  const tags = [...(n === 0 ? ['one'] : []), ...(n < 7 ? ['seven'] : []), ...(n < 100 ? ['hundred'] : [])];
  return {
    content: `${draw(PEOPLE, 3)} ${draw(DEEDS, 7)} the ${draw(PLACES, 5)} near the ${draw(PLACES, 11)}, room ${n % 300}`,
    tags,
    sourceAgent: n % 3 === 0 ? 'bob' : 'ann',
    sharedWith: n % 30 === 0 ? ['bob'] : [],
    createdAt: n,
    conversationId: isTurn ? `talk-${Math.floor(n / 40)}` : null,
    speaker: isTurn ? draw(PEOPLE, 13) : null,
  };
}

describe.skipIf(missing !== '')(`PostgreSQL with some thousand memories${missing}`, () => {
  let under: Awaited<ReturnType<typeof openPostgresStore>>;
  let exact: MemorySearch;
  const embedder = createWordEmbedder();
  const embed = async (text: string) => (await embedder.embed([text]))[0]![0]!;

  beforeAll(async () => {
    under = await openPostgresStore();
    const index = new MemoryIndex(embedder.dimensions);
    exact = createRamSearch(index);
    under.follow((change) => applyToIndex(index, change));
    let previous: Float32Array | null = null;
    for (let first = 0; first < MEMORIES; first += 400) {
      const memories: NewMemory[] = [];
      for (let n = first; n < first + 400; n++) {
        const fields = memory(n);
        const vector = await embed(fields.content!);
        const context = fields.conversationId == null ? null : (previous ?? vector);
        memories.push(newMemory({ ...fields, vectors: { content: [vector], context } }));
        previous = vector;
      }
      await under.withTransaction((tx) => insertMemories(tx, memories));
    }
    await under.db.query('ANALYZE');
  }, 120_000);
  afterAll(() => under.dispose());

  const ask = async (text: string) => ({ text, vector: await embed(text) });
  const rank = async (search: MemorySearch, text: string, filter: SearchFilter, limit = 10, from = 0) =>
    search.rank(await ask(text), filter, { limit, from, now: NOW });

  it.each([
    [1, 'one'],
    [7, 'seven'],
    [100, 'hundred'],
  ])('finds all %i memories that pass a filter, and ranks them like the index in RAM', async (count, tag) => {
    const filter = { tags: [tag] };
    const found = await rank(under.search, 'Who repairs the ferry near the tower?', filter, 200);
    expect([found.total, found.ranked.length]).toEqual([count, count]);
    const known = await rank(exact, 'Who repairs the ferry near the tower?', filter, 200);
    const scores = new Map(known.ranked.map(({ key, score }) => [key, score]));
    for (const { key, score } of found.ranked) expect(Math.abs(score - scores.get(key)!)).toBeLessThan(0.05);
    const near = await under.search.nearest([await embed('ferry')], filter, { limit: 200, now: NOW });
    expect(near.length).toBe(count);
  });

  it('finds the same as the index in RAM among many memories', async () => {
    let common = 0;
    const questions = PLACES.flatMap((place, n) => [
      `Who ${DEEDS[n % DEEDS.length]} the ${place}?`,
      `What did ${PEOPLE[n % PEOPLE.length]} do in room ${n * 31}?`,
    ]);
    for (const question of questions) {
      const found = await rank(under.search, question, {});
      const known = new Set((await rank(exact, question, {})).ranked.map(({ key }) => key));
      expect(found.total).toBe(MEMORIES);
      common += found.ranked.filter(({ key }) => known.has(key)).length;
    }
    expect(common / questions.length / 10).toBeGreaterThan(0.8);
  });

  it('returns every page of many memories, each memory once', async () => {
    const keys = new Set<number>();
    for (let from = 0; from < MEMORIES; from += 400) {
      const { ranked, total } = await rank(under.search, 'the old mill', {}, from + 400, from);
      expect([total, ranked.length]).toEqual([MEMORIES, 400]);
      for (const { key } of ranked) keys.add(key);
    }
    expect(keys.size).toBe(MEMORIES);
    const all = await rank(under.search, 'the old mill', {}, MEMORIES * 2);
    expect(new Set(all.ranked.map(({ key }) => key)).size).toBe(MEMORIES);
    const scores = all.ranked.map(({ score }) => score);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    expect(scores.every((score) => score > 0 && score < 1)).toBe(true);
  });

  it('lists all other memories after the candidates, newest first', async () => {
    const query = await ask('the old mill');
    const pages = await under.db.transaction(async (tx) => {
      const seen = await prepareWalk(tx, 100);
      const census = { total: MEMORIES, length: MEMORIES * 8, sample: [1, 2, 3] };
      const at = { filter: {}, now: NOW, census, seen, dimensions: 384 };
      const page = (from: number, limit: number) =>
        rankCandidates(tx, query, { from, limit, now: NOW }, at, 50);
      return [await page(0, 300), await page(300, 1_000), await page(1_000, MEMORIES + 9)];
    });
    expect(pages.map(({ length }) => length)).toEqual([300, 700, MEMORIES - 1_000]);
    const all = pages.flat();
    expect(new Set(all.map(({ key }) => key)).size).toBe(MEMORIES);
    const scores = all.map(({ score }) => score);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
  });

  it('ranks by words only if there is no vector', async () => {
    const options = { limit: 300, now: NOW };
    const { ranked, total } = await under.search.rank({ text: 'room 17', vector: null }, {}, options);
    const { ranked: none } = await under.search.rank({ text: '?', vector: null }, {}, options);
    expect([total, ranked.length, none.length]).toEqual([MEMORIES, 300, 300]);
    const [best] = await under.store.byKeys([ranked[0]!.key]);
    expect(best!.content).toContain('room 17');
  });

  it('ranks memories with a phrase of frequent words first', async () => {
    const { ranked } = await rank(under.search, 'who was it: "ferry tower bakery"', {}, 5);
    const known = await rank(exact, 'who was it: "ferry tower bakery"', {}, 5);
    expect(ranked.map(({ parts }) => parts.keyword > 0)).toEqual(
      known.ranked.map(({ parts }) => parts.keyword > 0),
    );
  });

  it('accepts any text as a query or a filter', async () => {
    const texts = ["o'clock \\ ''", 'a\0b', '& | ! <-> :*', '\ud800', '"\'" and KX-4471', 'x'.repeat(5_000)];
    for (const text of texts) expect((await rank(under.search, text, {}, 7)).ranked.length).toBe(7);
    for (const text of ['a\0b', "'; DROP TABLE memories; --", '{"}']) {
      const filter = { tags: [text], visibleTo: text, conversation: text };
      expect(await rank(under.search, 'mill', filter)).toEqual({ ranked: [], total: 0 });
      expect(await under.search.lastOfConversation(text)).toBeNull();
    }
  });

  it('shows an agent only the memories that it may see', async () => {
    const { ranked, total } = await rank(under.search, 'the mill', { visibleTo: 'bob' }, 1_200);
    const counted = await exact.count({ visibleTo: 'bob' }, NOW);
    expect([total, ranked.length]).toEqual([counted.total, counted.total]);
    const memories = await under.store.byKeys(ranked.map(({ key }) => key));
    expect(
      memories.every(({ sourceAgent, sharedWith }) => sourceAgent === 'bob' || sharedWith.includes('bob')),
    ).toBe(true);
  });

  it('compares all memories if the graph search finds too few', async () => {
    const vector = await embed('Kim paints the lighthouse');
    const near = await under.db.transaction(async (tx) => {
      const seen = await prepareWalk(tx, 300);
      await tx.query(
        "SELECT set_config('hnsw.iterative_scan', 'off', true), set_config('hnsw.ef_search', '20', true)",
      );
      const census = { total: MEMORIES, length: 0, sample: [] };
      return nearMemories(tx, vector, 300, { filter: {}, now: NOW, census, seen, dimensions: 384 });
    });
    const known = await exact.nearest([vector], {}, { limit: 300, now: NOW });
    expect(near.length).toBe(300);
    expect(near[0]!.cosine).toBeCloseTo(known[0]!.similarity, 2);
    expect(near[299]!.cosine).toBeCloseTo(known[299]!.similarity, 1);
  });
});
