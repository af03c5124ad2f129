import type { MaybePromise } from '@anima/service/maybe-promise';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { noCounts } from '../audit/audit-run.js';
import { newAuditRun, newFinding } from '../audit/audit-store.contract.js';
import type { AuditStore } from '../audit/audit-store.js';
import { beginRun, finishRun, setSuppressed } from '../audit/write-audit-runs.js';
import { newMemory, type StoreUnderTest } from '../memory/memory-store.contract.js';
import type { CommittedChange, NewMemory } from '../memory/memory-store.js';
import { storedMemory } from '../memory/new-memory.js';
import { changeMemory, insertMemories } from '../memory/write-memories.js';
import { BY_MERGE, MAX_RELATIONS } from '../relations/relation.js';
import { newRelation } from '../relations/relation-store.contract.js';
import type { RelationStore } from '../relations/relation-store.js';
import type { ArchiveSelection, ArchiveSnapshot, ArchiveStore } from './archive-store.js';
import type { ArchivedAuditRun } from './audit-run-record.js';
import type { ArchivedMemory } from './memory-record.js';

export interface ArchivesUnderTest extends StoreUnderTest {
  archives: ArchiveStore;
  audits: AuditStore;
  relations: RelationStore;
  reopen(): Promise<ArchivesUnderTest>;
}

const everything: ArchiveSelection = {
  memories: true,
  projects: true,
  auditRuns: true,
  createdAfter: null,
  createdBefore: null,
  projectIds: null,
};
const { vectors } = newMemory();
const imported = { type: 'memory.imported', data: { agent_id: 'ann' } };
const by = { agentId: 'ann', at: 3_000 };

function archivedMemory(
  fields: Partial<NewMemory> = {},
  history: ArchivedMemory['history'] = [],
): ArchivedMemory {
  const { key: _, ...memory } = storedMemory(newMemory(fields), 0);
  return { memory: { ...memory, accessCount: 3, lastAccessedAt: 900 }, history };
}

function archivedRun(fields: Partial<ArchivedAuditRun> = {}): ArchivedAuditRun {
  return {
    ...newAuditRun(),
    state: 'finished',
    finishedAt: 2_000,
    error: null,
    memoriesChecked: 1,
    counts: noCounts(),
    suppressedCounts: noCounts(),
    notes: [],
    findings: [],
    undecided: [],
    ...fields,
  };
}

async function collect<T>(pages: AsyncIterable<readonly T[]>): Promise<T[]> {
  const all: T[] = [];
  for await (const page of pages) all.push(...page);
  return all;
}

/** Tests the promises of ArchiveStore, for every adapter. */
export function testArchiveStore(name: string, create: () => MaybePromise<ArchivesUnderTest>): void {
  describe(`${name} keeps the promises of ArchiveStore`, () => {
    let under: ArchivesUnderTest;
    beforeEach(async () => {
      under = await create();
    });
    afterEach(() => under.dispose());

    const insert = (...memories: NewMemory[]) => under.withTransaction((tx) => insertMemories(tx, memories));
    const contents = async (snapshot: ArchiveSnapshot, selection = everything) =>
      (await collect(snapshot.memories(selection))).map(({ memory }) => memory.content);
    const withSnapshot = async <T>(read: (snapshot: ArchiveSnapshot) => Promise<T>): Promise<T> => {
      const snapshot = await under.archives.snapshot();
      try {
        return await read(snapshot);
      } finally {
        await snapshot.close();
      }
    };

    it('shows a single state of the store, regardless of later writes', async () => {
      const [first] = await insert(newMemory({ content: 'first' }), newMemory({ content: 'second' }));
      const archive = { kind: 'archived' as const, agentId: 'bob', at: 7, fields: { archivedAt: 7 } };
      const change = () => under.withTransaction((tx) => changeMemory(tx, first!.memoryId, () => archive));
      await withSnapshot(async (snapshot) => {
        const project = await under.store.proposeProject('later');
        await insert(newMemory({ content: 'third', project }));
        await change();
        expect(await contents(snapshot)).toEqual(['first', 'second']);
        expect(await snapshot.counts(everything)).toEqual({ projects: 0, memories: 2, audit_runs: 0 });
        expect((await collect(snapshot.memories(everything)))[0]).toMatchObject({
          memory: { memoryId: first!.memoryId, archivedAt: null },
          history: [],
        });
      });
      await withSnapshot(async (snapshot) => {
        expect(await snapshot.counts(everything)).toEqual({ projects: 1, memories: 3, audit_runs: 0 });
        expect((await collect(snapshot.memories(everything)))[0]).toMatchObject({
          memory: { archivedAt: 7 },
          history: [{ revision: 2, change: 'archived', agentId: 'bob', at: 7 }],
        });
      });
    });

    it('selects by time and project, and includes the projects of the selected records', async () => {
      const [red, blue] = [await under.store.proposeProject('red'), await under.store.proposeProject('blue')];
      for (const [n, project] of [null, red, blue].entries())
        await insert(newMemory({ content: `${n}`, createdAt: n * 10, project }));
      await withSnapshot(async (snapshot) => {
        const names = async (selection: ArchiveSelection) =>
          (await collect(snapshot.projects(selection))).map((project) => project.name);
        const late = { ...everything, createdAfter: 600, createdBefore: 10_000 };
        expect([await contents(snapshot, late), await names(late)]).toEqual([[], []]);
        // The clock of the store under test sets the creation time of the projects to 500.
        const middle = { ...everything, createdAfter: 0, createdBefore: 20 };
        expect([await contents(snapshot, middle), await names(middle)]).toEqual([['1'], ['red']]);
        const ofBlue = { ...everything, projectIds: [blue.projectId] };
        expect([await contents(snapshot, ofBlue), await names(ofBlue)]).toEqual([['2'], ['blue']]);
        const noMemories = { ...everything, memories: false };
        expect([await contents(snapshot, noMemories), await names(noMemories)]).toEqual([
          [],
          ['red', 'blue'],
        ]);
        expect(await names({ ...everything, projects: false })).toEqual([]);
        for (const selection of [late, middle, ofBlue, noMemories, everything]) {
          expect(await snapshot.counts(selection)).toEqual({
            projects: (await names(selection)).length,
            memories: (await contents(snapshot, selection)).length,
            audit_runs: 0,
          });
        }
      });
    });

    it('shows the audit runs that have ended, with their suppressions', async () => {
      const [ended, running] = [newAuditRun(), newAuditRun()];
      const findings = [newFinding({ fingerprint: 'one' }), newFinding({ fingerprint: 'other' })];
      const outcome = {
        finishedAt: 2_000,
        memoriesChecked: 7,
        findings,
        undecided: [{ memoryIds: ['a', 'b'] as const, digest: 'd', similarity: 0.5, why: 'who knows' }],
        suppressedCounts: noCounts(),
        notes: ['a note'],
      };
      for (const run of [ended, running]) await beginRun(under.withTransaction, run, 5);
      await finishRun(under.withTransaction, ended.runId, () => outcome);
      const target = { runId: ended.runId, findingId: findings[0]!.findingId };
      await setSuppressed(under.withTransaction, target, true, by);
      await withSnapshot(async (snapshot) => {
        expect(await collect(snapshot.auditRuns(everything))).toMatchObject([
          {
            ...ended,
            state: 'finished',
            notes: ['a note'],
            undecided: outcome.undecided,
            findings: [
              { ...findings[0], suppression: by },
              { ...findings[1], suppression: null },
            ],
          },
        ]);
        expect((await snapshot.counts(everything)).audit_runs).toBe(1);
        expect(await collect(snapshot.auditRuns({ ...everything, auditRuns: false }))).toEqual([]);
      });
    });

    it('shows the relations between two selected memories, except the relations of merges', async () => {
      const project = await under.store.proposeProject('red');
      const [a, b, c] = (
        await insert(newMemory({ project }), newMemory({ project }), newMemory({ createdAt: 3_000 }))
      ).map(({ memoryId }) => memoryId) as [string, string, string];
      const inside = newRelation({ from: a, to: b });
      const across = newRelation({ from: b, to: c });
      const act = newRelation({ kind: 'supersedes', from: c, to: a, digest: null });
      const merge = newRelation({ kind: 'supersedes', from: c, to: b, digest: null, by: BY_MERGE });
      const unknown = newRelation({ from: a });
      await under.withTransaction((tx) => tx.relations.put([inside, across, act, merge, unknown]));
      await withSnapshot(async (snapshot) => {
        const collected = async (selection: ArchiveSelection) =>
          new Set(await collect(snapshot.relations(selection)));
        expect(await collected(everything)).toEqual(new Set([inside, across, act]));
        expect((await snapshot.counts(everything)).relations).toBe(3);
        const ofRed = { ...everything, projectIds: [project.projectId] };
        expect(await collected(ofRed)).toEqual(new Set([inside]));
        expect(await collected({ ...everything, createdBefore: 2_000 })).toEqual(new Set([inside]));
        for (const none of [
          { ...everything, memories: false },
          { ...everything, createdAfter: 2_000 },
        ]) {
          expect(await collected(none)).toEqual(new Set());
          expect(await snapshot.counts(none)).not.toHaveProperty('relations');
        }
      });
    });

    it('returns all relations, regardless of their number', async () => {
      const [a, ...others] = await insert(...Array.from({ length: 1_101 }, () => newMemory()));
      const relations = others.map(({ memoryId }, n) =>
        newRelation({ from: n % 2 === 0 ? a!.memoryId : memoryId, to: n % 2 === 0 ? memoryId : a!.memoryId }),
      );
      await under.withTransaction((tx) => tx.relations.put(relations));
      await withSnapshot(async (snapshot) => {
        const collected = await collect(snapshot.relations(everything));
        expect(collected).toHaveLength(relations.length);
        expect(new Set(collected.map(({ from, to }) => `${from} ${to}`)).size).toBe(relations.length);
      });
    });

    it('imports the relations whose memories are stored and whose pair has no such relation', async () => {
      const [here, kept] = await insert(newMemory(), newMemory());
      const judged = newRelation({ from: here!.memoryId, to: kept!.memoryId });
      await under.withTransaction((tx) => tx.relations.put([judged]));
      const fresh = archivedMemory();
      const old = archivedMemory();
      old.memory.supersededBy = fresh.memory.memoryId;
      const merged = archivedMemory();
      const source = archivedMemory();
      merged.memory.mergedFrom = [source.memory.memoryId];
      Object.assign(source.memory, { supersededBy: merged.memory.memoryId, archivedAt: 7_000 });
      const [a, b] = [fresh.memory.memoryId, old.memory.memoryId];
      const act = { kind: 'supersedes' as const, digest: null };
      const coming = [
        newRelation({ from: a, to: b, at: 1 }),
        newRelation({ ...act, from: a, to: b, at: 2, by: 'agent:bob' }),
        newRelation({ from: a, to: here!.memoryId, at: 3 }),
      ];
      const staying = [
        newRelation({ kind: 'distinct', from: kept!.memoryId, to: here!.memoryId }),
        newRelation({ from: a }),
        newRelation({ ...act, from: a, to: here!.memoryId }),
      ];
      const stage = await under.archives.stage();
      // The lists of an archive can come in any order.
      for (const relation of [...coming, ...staying]) expect(await stage.addRelation(relation)).toBe(true);
      expect(await stage.addRelation(newRelation({ kind: 'distinct', from: b, to: a }))).toBe(false);
      const memories = [fresh, old, merged, source];
      for (const memory of memories) await stage.addMemory(memory);
      expect(await stage.relations(0, 2)).toEqual(
        coming.slice(0, 2).map((relation, n) => ({
          number: n + 1,
          relation,
          staged: { from: true, to: true },
        })),
      );
      expect((await stage.relations(2, 10)).map(({ number, staged }) => [number, staged])).toEqual([
        [3, { from: true, to: false }],
        [4, { from: false, to: false }],
        [5, { from: true, to: false }],
        [6, { from: true, to: false }],
      ]);
      for (const number of [1, 2, 3, 4]) await stage.setVectors(number, vectors);
      expect(await under.relations.of([a])).toEqual([]);
      await stage.commit(imported);
      await stage.close();
      expect(await under.relations.of([a])).toEqual(coming);
      expect(await under.relations.of([kept!.memoryId])).toEqual([judged]);
      expect(await under.relations.of([merged.memory.memoryId])).toMatchObject([
        {
          kind: 'supersedes',
          from: merged.memory.memoryId,
          to: source.memory.memoryId,
          by: BY_MERGE,
          at: 7_000,
        },
      ]);
    });

    it('stages a bounded number of relations of one memory', async () => {
      const stage = await under.archives.stage();
      const from = crypto.randomUUID();
      for (let n = 0; n < MAX_RELATIONS; n++) {
        const sides = n % 2 === 0 ? { from } : { to: from };
        expect(await stage.addRelation(newRelation(sides))).toBe(true);
      }
      expect(await stage.addRelation(newRelation({ from }))).toBe(false);
      expect(await stage.addRelation(newRelation({ to: from }))).toBe(false);
      expect(await stage.addRelation(newRelation())).toBe(true);
      await stage.close();
    });

    it('imports a complete stage atomically, and reports its memories in order', async () => {
      await insert(newMemory({ content: 'here already' }));
      const project = { projectId: crypto.randomUUID(), name: 'red', createdAt: 400 };
      const changes = { importance: { from: 0.1, to: 0.5 } };
      const later = [{ revision: 2, change: 'updated' as const, agentId: 'bob', at: 1_500, changes }];
      const memories = [
        archivedMemory({ content: 'one', project }, later),
        archivedMemory({ content: 'two', conversationId: 'talk', speaker: 'Ann' }),
      ];
      const suppressed = { ...newFinding(), suppression: by };
      const run = archivedRun({ project, scope: 'project', findings: [suppressed] });
      const collected: CommittedChange[] = [];
      under.follow((change) => collected.push(change));
      const stage = await under.archives.stage();
      await stage.addProject({ projectId: crypto.randomUUID(), name: 'alone', createdAt: 300 });
      for (const memory of memories) expect(await stage.addMemory(memory)).toBe(true);
      expect(await stage.addAuditRun(run)).toBe(true);
      expect((await stage.projects()).map(({ name }) => name)).toEqual(['alone', 'red']);
      for (const number of [1, 2]) await stage.setVectors(number, vectors);
      expect([await under.store.project('red'), collected]).toEqual([null, []]);
      expect(await under.store.byId(memories[0]!.memory.memoryId)).toBeNull();
      expect(await under.archives.hasAuditRun(run.runId)).toBe(false);

      await stage.commit(imported);
      await stage.close();
      const check = async () => {
        const stored = await under.store.byIds(memories.map(({ memory }) => memory.memoryId));
        expect(stored).toMatchObject(memories.map(({ memory }) => memory));
        expect(stored.map(({ key }) => key)).toEqual([2, 3]);
        expect((await under.store.history(2)).slice(1)).toEqual(later);
        expect(await under.store.project('red')).toEqual(project);
        expect(await under.store.project('alone')).not.toBeNull();
        expect(await under.archives.hasAuditRun(run.runId)).toBe(true);
        expect(await under.audits.byId(run.runId)).toMatchObject({
          project,
          findings: [{ findingId: suppressed.findingId, state: 'suppressed' }],
        });
      };
      await check();
      expect(collected.map(({ changeSeq, memory }) => [changeSeq, memory.content])).toEqual([
        [2, 'one'],
        [3, 'two'],
      ]);
      expect(collected[0]?.vectors).toEqual(vectors);
      expect((await under.events.after(1, 10)).map(({ type, data }) => ({ type, data }))).toEqual([imported]);
      under = await under.reopen();
      await check();
    });

    it('maps a project to the stored project of the same name, and its inferred conversations with it', async () => {
      const here = await under.store.proposeProject('red');
      await insert(newMemory({ project: here }));
      const project = { projectId: crypto.randomUUID(), name: 'red', createdAt: 400 };
      const turn = archivedMemory({ project, impliedConversation: `${project.projectId}/talk` });
      const stage = await under.archives.stage();
      await stage.addMemory(turn);
      await stage.setVectors(1, vectors);
      await stage.commit(imported);
      await stage.close();
      expect(await under.store.byId(turn.memory.memoryId)).toMatchObject({
        project: here,
        impliedConversation: `${here.projectId}/talk`,
      });
    });

    it('returns the texts of a stage with their previous turns, and adds no id twice', async () => {
      const stage = await under.archives.stage();
      const turn = (
        content: string,
        conversationId: string | null,
        history: ArchivedMemory['history'] = [],
      ) => archivedMemory({ content, conversationId, speaker: 'Ann' }, history);
      const rewritten = { content: { from: 'a', to: 'b' } };
      const changed = { revision: 2, change: 'updated' as const, agentId: 'bob', at: 1, changes: rewritten };
      const memories = [
        turn('one', 'talk'),
        turn('two', 'other'),
        turn('three', 'talk', [changed]),
        turn('four', null),
      ];
      for (const memory of memories) await stage.addMemory(memory);
      expect(await stage.addMemory({ ...memories[0]!, history: [] })).toBe(false);
      const run = archivedRun();
      expect([await stage.addAuditRun(run), await stage.addAuditRun(run)]).toEqual([true, false]);
      expect(await stage.texts(0, 2)).toMatchObject([
        {
          number: 1,
          content: 'one',
          speaker: 'Ann',
          conversationId: 'talk',
          rewritten: false,
          previous: null,
        },
        { number: 2, content: 'two', previous: null },
      ]);
      expect(await stage.texts(2, 10)).toMatchObject([
        { number: 3, rewritten: true, previous: { speaker: 'Ann', content: 'one' } },
        { number: 4, conversationId: null, previous: null },
      ]);
      await stage.close();
      expect((await under.store.generation()).memories).toBe(0);
    });

    it('imports no record if an id has been used in the meantime', async () => {
      const memories = [archivedMemory(), archivedMemory()];
      const stage = await under.archives.stage();
      for (const memory of memories) await stage.addMemory(memory);
      for (const number of [1, 2]) await stage.setVectors(number, vectors);
      await insert(newMemory({ memoryId: memories[1]!.memory.memoryId }));
      await expect(stage.commit(imported)).rejects.toMatchObject({ code: 'conflict' });
      await stage.close();
      expect((await under.store.generation()).memories).toBe(1);
      expect(await under.events.after(1, 10)).toEqual([]);
    });

    it('stores the path of a running export', async () => {
      const note = (path: string | null) => under.withTransaction((tx) => tx.archives.noteUnfinished(path));
      expect(await under.archives.unfinished()).toBeNull();
      await note('/a');
      await note('/b');
      under = await under.reopen();
      expect(await under.archives.unfinished()).toBe('/b');
      await note(null);
      expect(await under.archives.unfinished()).toBeNull();
    });
  });
}
