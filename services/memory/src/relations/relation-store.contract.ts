import type { MaybePromise } from '@anima/service/maybe-promise';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { StoreUnderTest } from '../memory/memory-store.contract.js';
import type { Relation } from './relation.js';
import type { RelationStore } from './relation-store.js';

export interface RelationsUnderTest extends StoreUnderTest {
  relations: RelationStore;
  reopen(): Promise<RelationsUnderTest>;
}

export function newRelation(fields: Partial<Relation> = {}): Relation {
  return {
    kind: 'conflicts',
    from: crypto.randomUUID(),
    to: crypto.randomUUID(),
    by: 'agent:ann',
    confidence: 0.25,
    reason: 'one says "blue", the other «red»',
    at: 1_000,
    digest: 'of both texts',
    ...fields,
  };
}

/** Tests the promises of RelationStore and RelationWrites, for every adapter. */
export function testRelationStore(name: string, create: () => MaybePromise<RelationsUnderTest>): void {
  describe(`${name} keeps the promises of RelationStore`, () => {
    let under: RelationsUnderTest;
    beforeEach(async () => {
      under = await create();
    });
    afterEach(() => under.dispose());

    const [a, b, c] = [1, 2, 3].map(() => crypto.randomUUID()) as [string, string, string];
    const put = (...relations: Relation[]) => under.withTransaction((tx) => tx.relations.put(relations));

    it('returns stored relations unchanged, also after reopening', async () => {
      const full = newRelation({ from: a, to: b });
      const bare = newRelation({ from: c, to: a, by: 'rules', confidence: null, reason: null, at: 2_000 });
      const act = newRelation({ kind: 'supersedes', from: b, to: c, digest: null, at: 3_000 });
      expect(await put(full, bare, act)).toEqual([]);
      under = await under.reopen();
      expect(await under.relations.of([a])).toEqual([full, bare]);
      expect(await under.relations.of([c, a, crypto.randomUUID()])).toEqual([full, bare, act]);
      expect(await under.relations.of([])).toEqual([]);
      expect(await under.relations.of([a, b, c], 'supersedes')).toEqual([act]);
    });

    it('returns the relations among some memories, each once', async () => {
      const [inside, across] = [newRelation({ from: a, to: b }), newRelation({ from: b, to: c })];
      await put(inside, across);
      expect(await under.relations.among([a, b])).toEqual([inside]);
      expect(await under.relations.among([b, a, b])).toEqual([inside]);
      expect(await under.relations.among([a, c])).toEqual([]);
      expect(await under.relations.among([])).toEqual([]);
    });

    it('keeps the last judgement of a pair in either order, and a supersedes relation in addition', async () => {
      const first = newRelation({ from: a, to: b });
      const act = newRelation({ kind: 'supersedes', from: a, to: b, digest: null, at: 2_000 });
      const second = newRelation({ kind: 'distinct', from: b, to: a, at: 3_000, reason: null });
      await put(first);
      expect(await put(act)).toEqual([]);
      expect(await put(second)).toEqual([first]);
      expect(await under.relations.of([a])).toEqual([act, second]);
      const turned = newRelation({ kind: 'supersedes', from: b, to: a, digest: null, at: 4_000 });
      expect(await put(turned)).toEqual([act]);
      expect(await under.relations.of([b])).toEqual([second, turned]);
    });

    it('withdraws only the relations of the pair and class', async () => {
      const judged = newRelation({ from: a, to: b });
      const other = newRelation({ from: a, to: c });
      const act = newRelation({ kind: 'supersedes', from: a, to: b, digest: null, at: 2_000 });
      await put(judged, other, act);
      const withdraw = (which: 'supersedes' | 'judgement', one: string, two: string) =>
        under.withTransaction((tx) => tx.relations.withdraw(which, [[one, two]]));
      expect(await withdraw('supersedes', a, c)).toEqual([]);
      expect(await withdraw('supersedes', b, a)).toEqual([act]);
      expect((await under.relations.of([b])).length).toBe(1);
      expect(await withdraw('judgement', a, b)).toEqual([judged]);
      expect(await under.relations.of([a])).toEqual([other]);
    });

    it('shows a transaction its writes, hides them from others before the commit, and discards them on failure', async () => {
      const stored = newRelation({ from: a, to: b });
      await put(stored);
      const failing = under.withTransaction(async (tx) => {
        await tx.relations.put([newRelation({ kind: 'distinct', from: a, to: b })]);
        await tx.relations.put([newRelation({ from: a, to: c, at: 2_000 })]);
        expect((await tx.relations.of([a])).map(({ kind }) => kind)).toEqual(['distinct', 'conflicts']);
        expect(await tx.relations.of([b, c], 'conflicts')).toMatchObject([{ to: c }]);
        expect(await under.relations.of([a])).toEqual([stored]);
        throw new Error('no');
      });
      await expect(failing).rejects.toThrow('no');
      expect(await under.relations.of([a, c])).toEqual([stored]);
    });
  });
}
