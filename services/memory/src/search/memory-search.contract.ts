import type { MaybePromise } from '@anima/service/maybe-promise';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dot } from '../embedding/vector-math.js';
import type { Memory } from '../memory/memory.js';
import { newMemory } from '../memory/memory-store.contract.js';
import type { MemoryStore, NewMemory } from '../memory/memory-store.js';
import { changeMemory, insertMemories, type MemoryChange } from '../memory/write-memories.js';
import type { WithTransaction } from '../storage/transaction.js';
import type { MemorySearch } from './memory-search.js';
import type { SearchFilter } from './search-filter.js';

export interface SearchUnderTest {
  /** An empty store. */
  store: MemoryStore;
  withTransaction: WithTransaction;
  /** A search that follows the store. */
  search: MemorySearch;
  dispose(): Promise<void>;
}

const NOW = 10_000;
const DIMENSIONS = 384;

/** Returns a unit vector; the cosine of two of them is the cosine of the difference of their angles. */
function at(degrees: number): Float32Array {
  const vector = new Float32Array(DIMENSIONS);
  vector[0] = Math.cos((degrees * Math.PI) / 180);
  vector[1] = Math.sin((degrees * Math.PI) / 180);
  return vector;
}

const cosine = (degrees: number) => Math.cos((degrees * Math.PI) / 180);

/**
 * Tests the promises of MemorySearch, for every adapter. The order of the ranking is tested in
 * search/ranking.
 */
export function testMemorySearch(name: string, create: () => MaybePromise<SearchUnderTest>): void {
  describe(`${name} keeps the promises of MemorySearch`, () => {
    let under: SearchUnderTest;
    beforeEach(async () => {
      under = await create();
    });
    afterEach(() => under.dispose());

    async function store(content: string, fields: Partial<NewMemory> = {}, degrees = 0): Promise<Memory> {
      const vectors = { content: [at(degrees)], context: null };
      const memory = newMemory({ content, tags: [], vectors, ...fields });
      return (await under.withTransaction((tx) => insertMemories(tx, [memory])))[0]!;
    }

    function change(memory: Memory, fields: MemoryChange['fields'], degrees?: number): Promise<Memory> {
      const vectors = degrees === undefined ? {} : { vectors: { content: [at(degrees)], context: null } };
      const change: MemoryChange = { kind: 'updated', agentId: 'ann', at: NOW, fields, ...vectors };
      return under.withTransaction((tx) => changeMemory(tx, memory.memoryId, () => change));
    }

    async function contentsOf(keys: readonly number[]): Promise<string[]> {
      return (await under.store.byKeys(keys)).map(({ content }) => content);
    }

    async function listed(filter: SearchFilter, options = {}): Promise<string[]> {
      const page = { order: 'arrival', from: 0, to: 100, now: NOW, ...options } as const;
      return contentsOf((await under.search.page(filter, page)).keys);
    }

    describe('with six memories', () => {
      beforeEach(async () => {
        const red = await under.store.proposeProject('red');
        const day = (createdAt: number) => ({ createdAt });
        await store('old', { ...day(1), project: red, type: 'decision', importance: 0.9, tags: ['x', 'y'] });
        await store('bob', {
          ...day(2),
          project: red,
          sourceAgent: 'bob',
          conversationId: 'talk',
          speaker: 'Bob',
        });
        await store('shared', {
          ...day(3),
          sourceAgent: 'bob',
          sharedWith: ['ann', 'eve'],
          importance: 0.3,
          occurredAt: 9,
        });
        await store('all', { ...day(4), sourceAgent: 'bob', sharedWith: 'all', tags: ['x', 'y', 'z'] });
        await store('short', { ...day(5), expiresAt: NOW });
        const gone = await store('gone', { ...day(6), importance: 0.1 });
        await change(gone, { archivedAt: 7 });
      });

      const red = async () => (await under.store.project('red'))!.projectId;

      it.each<[string, SearchFilter, string[]]>([
        ['nothing', {}, ['old', 'bob', 'shared', 'all']],
        ['includeArchived', { includeArchived: true }, ['old', 'bob', 'shared', 'all', 'short', 'gone']],
        ['type', { type: 'decision' }, ['old']],
        ['an unknown type', { type: 'constructor' }, []],
        ['sourceAgent', { sourceAgent: 'bob' }, ['bob', 'shared', 'all']],
        ['an unknown project', { projectId: '' }, []],
        ['globalOnly', { globalOnly: true }, ['shared', 'all']],
        ['createdFrom', { createdFrom: 3 }, ['shared', 'all']],
        ['occurredFrom', { occurredFrom: 4 }, ['shared', 'all']],
        ['occurredTo', { occurredTo: 4 }, ['old', 'bob', 'all']],
        ['speaker', { speaker: 'Bob' }, ['bob']],
        ['an unknown speaker', { speaker: 'Eve' }, []],
        ['createdTo', { createdTo: 3 }, ['old', 'bob', 'shared']],
        ['minImportance', { minImportance: 0.5 }, ['old', 'bob', 'all']],
        ['tags', { tags: ['y', 'x'] }, ['old', 'all']],
        ['sharedWith', { sharedWith: 'eve' }, ['shared', 'all']],
        ['sharedWithAnyone', { sharedWithAnyone: true }, ['shared', 'all']],
        ['visibleTo', { visibleTo: 'ann' }, ['old', 'shared', 'all']],
        ['visibleTo an unknown agent', { visibleTo: 'nobody' }, ['all']],
        ['two fields', { sourceAgent: 'bob', minImportance: 0.4 }, ['bob', 'all']],
      ])('filters by %s in each method', async (_, filter, expected) => {
        const { search } = under;
        expect(await listed(filter)).toEqual(expected);
        expect((await search.page(filter, { order: 'newest', from: 0, to: 0, now: NOW })).total).toBe(
          expected.length,
        );
        const { total, byType } = await search.count(filter, NOW);
        expect(total).toBe(expected.length);
        expect([...byType.values()].reduce((sum, count) => sum + count, 0)).toBe(total);
        const found = await search.rank({ text: 'old', vector: at(0) }, filter, { limit: 10, now: NOW });
        expect(found.total).toBe(expected.length);
        expect((await contentsOf(found.ranked.map(({ key }) => key))).sort()).toEqual([...expected].sort());
        const near = await search.nearest([at(0)], filter, { limit: 10, now: NOW });
        expect((await contentsOf(near.map(({ key }) => key))).sort()).toEqual([...expected].sort());
      });

      it('filters by project and by conversation', async () => {
        const projectId = await red();
        expect(await listed({ projectId })).toEqual(['old', 'bob']);
        expect(await listed({ conversation: `${projectId}/talk` })).toEqual(['bob']);
        expect(await listed({ conversation: 'talk' })).toEqual([]);
      });

      it('counts by type and project', async () => {
        const { total, byType, byProject } = await under.search.count({}, NOW);
        expect(total).toBe(4);
        expect(byType).toEqual(
          new Map([
            ['decision', 1],
            ['fact', 3],
          ]),
        );
        expect(byProject).toEqual(new Map([[await red(), 2]]));
      });

      it('treats a memory as archived from the exact time of its expiry', async () => {
        expect(await listed({}, { now: NOW - 1 })).toContain('short');
        expect((await under.search.count({}, NOW - 1)).total).toBe(5);
        expect(await listed({}, { now: NOW })).not.toContain('short');
        expect(await listed({}, { now: NOW - 1 })).toContain('short');
      });

      it('lists one page after another', async () => {
        const order = { order: 'newest' } as const;
        expect(await listed({}, { ...order, to: 3 })).toEqual(['all', 'shared', 'bob']);
        expect(await listed({}, { ...order, from: 3, to: 6 })).toEqual(['old']);
        expect(await listed({}, { ...order, from: 6, to: 9 })).toEqual([]);
        expect(await listed({}, { from: 1, to: Number.POSITIVE_INFINITY })).toEqual(['bob', 'shared', 'all']);
      });

      it('continues after a position, regardless of memories stored in the meantime', async () => {
        const { keys } = await under.search.page({}, { order: 'newest', from: 0, to: 2, now: NOW });
        const after = { createdAt: 3, key: keys[1]! };
        await store('later', { createdAt: 9 });
        await store('equal', { createdAt: 3 });
        expect(await listed({}, { order: 'newest', after })).toEqual(['bob', 'old']);
        const page = await under.search.page({}, { order: 'newest', from: 0, to: 1, now: NOW, after });
        expect(await contentsOf(page.keys)).toEqual(['bob']);
        expect(page.total).toBe(6);
      });

      it('lists the most useful first, and of equal memories the latest arrival first', async () => {
        expect(await listed({}, { order: 'useful' })).toEqual(['old', 'all', 'bob', 'shared']);
      });
    });

    it('lists by time, and by arrival regardless of the times', async () => {
      const first = await store('first', { createdAt: 9 });
      await store('second', { createdAt: 3 });
      await store('third', { createdAt: 9 });
      await change(first, { content: 'rewritten' }, 40);
      expect(await listed({}, { order: 'newest' })).toEqual(['third', 'rewritten', 'second']);
      expect(await listed({})).toEqual(['rewritten', 'second', 'third']);
    });

    it('includes importance and age in the usefulness', async () => {
      const DAY = 86_400_000;
      const now = 400 * DAY;
      await store('grave and old', { createdAt: 1, importance: 0.7 });
      await store('told late', { createdAt: now, occurredAt: 2, importance: 0.5 });
      await store('light and fresh', { createdAt: now - DAY, importance: 0.5 });
      const found = await listed({}, { order: 'useful', now });
      expect(found).toEqual(['light and fresh', 'grave and old', 'told late']);
    });

    it('follows every change', async () => {
      const memory = await store('The ferry leaves at nine', {}, 0);
      await store('Coffee is in the cupboard', {}, 90);
      const ask = async (text: string, degrees: number) => {
        const { ranked } = await under.search.rank({ text, vector: at(degrees) }, {}, { limit: 1, now: NOW });
        return contentsOf(ranked.map(({ key }) => key));
      };
      expect(await ask('ferry', 0)).toEqual(['The ferry leaves at nine']);
      await change(memory, { content: 'The tram is late' }, 180);
      expect(await ask('tram', 180)).toEqual(['The tram is late']);
      const [nearest] = await under.search.nearest([at(180)], {}, { limit: 1, now: NOW });
      expect(nearest!.key).toBe(memory.key);

      const blue = await under.store.proposeProject('blue');
      await change(memory, {
        project: blue,
        tags: ['t'],
        type: 'error',
        importance: 0.8,
        sharedWith: ['eve'],
      });
      const moved = { projectId: blue.projectId, tags: ['t'], type: 'error', minImportance: 0.8 };
      expect(await listed({ ...moved, sharedWith: 'eve' })).toEqual(['The tram is late']);
      expect(await listed({ globalOnly: true })).toEqual(['Coffee is in the cupboard']);
      await change(memory, { archivedAt: 5 });
      expect(await listed(moved)).toEqual([]);
      await change(memory, { archivedAt: null, expiresAt: NOW + 1 });
      expect(await listed(moved)).toEqual(['The tram is late']);
      expect(await listed(moved, { now: NOW + 1 })).toEqual([]);
    });

    it('ranks by words and meaning, page by page, with the parts of each score', async () => {
      await store('Ann keeps bees behind the house', {}, 80);
      await store('Bob repairs the ferry at nine', {}, 5);
      await store('The invoice is due in March', {}, 60);
      const query = { text: 'Who repairs the ferry?', vector: at(0) };
      const { ranked, total } = await under.search.rank(query, {}, { limit: 3, now: NOW });
      expect(total).toBe(3);
      expect((await contentsOf(ranked.map(({ key }) => key)))[0]).toBe('Bob repairs the ferry at nine');
      const shares = ranked.flatMap(({ score, parts }) => [score, ...Object.values(parts)]);
      expect(shares.every((share) => share >= 0 && share <= 1)).toBe(true);
      const scores = ranked.map(({ score }) => score);
      expect(scores).toEqual(scores.toSorted((a, b) => b - a));
      expect(ranked[0]!.parts.semantic).toBeCloseTo(cosine(5), 1);

      const rest = await under.search.rank(query, {}, { limit: 3, from: 1, now: NOW });
      expect(rest).toEqual({ ranked: ranked.slice(1), total: 3 });
      expect(await under.search.rank(query, {}, { limit: 6, from: 3, now: NOW })).toEqual({
        ranked: [],
        total: 3,
      });
      const byWords = await under.search.rank({ ...query, vector: null }, {}, { limit: 1, now: NOW });
      expect(byWords.ranked[0]!.key).toBe(ranked[0]!.key);
      expect(byWords.ranked[0]!.parts.semantic).toBe(0);
    });

    it('finds the nearest memories by their nearest windows, and of equal memories the latest first', async () => {
      const windows = { content: [at(0), at(100)], context: at(200) };
      const two = await store('two windows', { vectors: windows });
      const near = await store('near', {}, 120);
      const twin = await store('twin', {}, 120);
      const find = (of: number[] | number, limit: number) =>
        under.search.nearest(typeof of === 'number' ? of : of.map(at), {}, { limit, now: NOW });
      const found = await find([115], 9);
      expect(found.map(({ key }) => key)).toEqual([twin.key, near.key, two.key]);
      for (const [i, { similarity, asked, found: window }] of found.entries()) {
        expect(Math.abs(similarity - cosine([5, 5, 15][i]!))).toBeLessThan(0.012);
        expect(Math.abs(dot(asked, at(115)) - 1)).toBeLessThan(0.012);
        expect(Math.abs(dot(window, at([120, 120, 100][i]!)) - 1)).toBeLessThan(0.012);
      }
      expect((await find([115], 2)).map(({ key }) => key)).toEqual([twin.key, near.key]);
      const [first] = await find([300, 1], 1);
      expect(first!.key).toBe(two.key);
      expect(dot(first!.asked, at(1))).toBeCloseTo(1, 1);
      expect((await find(near.key, 9)).map(({ key }) => key)).toEqual([twin.key, two.key]);
      expect(await find(999_999, 9)).toEqual([]);
      expect(await find([], 9)).toEqual([]);
    });

    it('finds near pairs for each entry', async () => {
      const windows = { content: [at(10), at(90)], context: null };
      const ten = await store('ten', { vectors: windows });
      const archived = await change(await store('archived', {}, 12), { archivedAt: 3 });
      const right = await store('right', {}, 90);
      const unknown = 999_999;
      const compared = [at(0), ten.key, unknown, archived.key, right.key, at(95)];
      const all = {
        minimum: 0.9,
        selected: 0,
        minimumSelected: 1,
        perPlace: 9,
        perSelectedPlace: 9,
        places: Number.POSITIVE_INFINITY,
      };
      const pairs = async (options = {}) => {
        const places: [number, number][][] = [];
        for await (const found of under.search.nearPairs(compared, { ...all, ...options })) {
          places.push(found.map(({ a, b }) => [a, b]));
          for (const { a, b, cosine: near } of found) {
            const degrees = [0, 10, Number.NaN, 12, 90, 95];
            expect(Math.abs(near - cosine(degrees[a]! - degrees[b]!))).toBeLessThan(0.02);
          }
        }
        return places;
      };
      expect(await pairs()).toEqual([
        [
          [0, 1],
          [0, 3],
        ],
        [[1, 3]],
        [],
        [],
        [[4, 5]],
        [],
      ]);
      expect(await pairs({ perPlace: 1 })).toEqual([[[0, 1]], [[1, 3]], [], [], [[4, 5]], []]);
      expect(await pairs({ places: 2 })).toEqual([
        [
          [0, 1],
          [0, 3],
        ],
        [[1, 3]],
      ]);
      // The first two are only similar with the lower minimum for selected entries.
      const selected = { minimum: 0.99, selected: 2, minimumSelected: 0.9 };
      expect(await pairs(selected)).toEqual([[[0, 1]], [[1, 3]], [], [], [[4, 5]], []]);
      expect(await pairs({ ...selected, perSelectedPlace: 0 })).toEqual([[], [], [], [], [[4, 5]], []]);
      // The second lists have the nearest of each: 12 and 10 are nearest to each other, 0 is nearest to
      // neither.
      const nearest = (perPlace: number, above: number) => pairs({ nearest: { perPlace, above } });
      expect((await nearest(1, 0.5)).slice(6)).toEqual([[[0, 1]], [[1, 3]], [], [], [[4, 5]], []]);
      expect((await nearest(2, 0.5)).slice(6)).toEqual([
        [
          [0, 1],
          [0, 3],
        ],
        [[1, 3]],
        [],
        [],
        [[4, 5]],
        [],
      ]);
      expect((await nearest(9, 0.9999)).slice(6).flat()).toEqual([]);
    });

    it('returns the last memory of a conversation', async () => {
      const { search } = under;
      const talk = { conversationId: 'talk', createdAt: 9 };
      expect(await search.lastOfConversation('/talk')).toBe(null);
      const first = await store('one', talk);
      const second = await store('two', { ...talk, createdAt: 2 });
      await store('elsewhere', { conversationId: 'chat' });
      expect(await search.lastOfConversation('/talk')).toBe(second.key);
      await change(second, { archivedAt: 3 });
      expect(await search.lastOfConversation('/talk')).toBe(second.key);
      const blue = await under.store.proposeProject('blue');
      await change(second, { project: blue });
      expect(await search.lastOfConversation('/talk')).toBe(first.key);
      expect(await search.lastOfConversation(`${blue.projectId}/talk`)).toBe(second.key);
    });

    it('returns the number of memories and the last change', async () => {
      expect(await under.search.holds()).toEqual({ memories: 0, changeSeq: 0 });
      const memory = await store('one');
      await store('two');
      await change(memory, { archivedAt: 3 });
      const { memories, changeSeq } = await under.store.generation();
      expect(await under.search.holds()).toEqual({ memories, changeSeq });
      expect(memories).toBe(2);
    });
  });
}
