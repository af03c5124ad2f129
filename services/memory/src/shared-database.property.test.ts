import { findPostgres } from '@anima/test-engines';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { noCounts } from './audit/audit-run.js';
import { newAuditRun, newFinding } from './audit/audit-store.contract.js';
import { beginRun, finishRun, setSuppressed } from './audit/write-audit-runs.js';
import { newMemory } from './memory/memory-store.contract.js';
import { storedMemory } from './memory/new-memory.js';
import { changeMemory, insertMemories } from './memory/write-memories.js';
import { newRelation } from './relations/relation-store.contract.js';
import { createPostgresJudgementStore } from './storage/postgres/judgement-store.js';
import { createPostgresResponseCacheStore } from './storage/postgres/response-cache-store.js';
import { openPostgresStore } from './testing/open-postgres-store.js';

const missing = findPostgres() === null ? ' (no postgres with pgvector: skipped)' : '';

const which = fc.nat(1_000);
const projectName = fc.option(fc.constantFrom('red', 'green', 'blue'));
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('insert' as const),
      projectName,
      most: fc.integer({ min: 1, max: 3 }),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('change' as const),
      which,
      importance: fc.double({ min: 0, max: 1, noNaN: true }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('rewrite' as const), which }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('move' as const), which, projectName }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('fail' as const), projectName }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('relate' as const),
      which,
      other: which,
      kind: fc.constantFrom('supersedes', 'conflicts', 'distinct'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('withdraw' as const), which, other: which }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('audit' as const), projectName }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('cache' as const),
      query: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('makeRoom' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('clear' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('judge' as const), which }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('export' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('import' as const), which, projectName }) },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

type Opened = Awaited<ReturnType<typeof openPostgresStore>>;

/** Results of the steps, in any order. */
interface Tally {
  /** Ids of the memories that exist at the start or are stored while others are changed. */
  ids: string[];
  changes: number;
  cached: number;
  cleared: number;
}

const everything = {
  memories: true,
  projects: true,
  auditRuns: true,
  createdAfter: null,
  createdBefore: null,
  projectIds: null,
};

async function carryOut(under: Opened, tally: Tally, given: Step): Promise<void> {
  const { withTransaction, store } = under;
  const responses = createPostgresResponseCacheStore(under);
  const idOf = (place: number) => tally.ids[place % tally.ids.length]!;
  const projectOf = async (name: string | null) => name && (await store.proposeProject(name));
  const change = async (place: number, fields: object, vectors = undefined as never) => {
    const as = { kind: 'updated' as const, agentId: 'bob', at: 2_000, fields, vectors };
    await withTransaction((tx) => changeMemory(tx, idOf(place), () => as));
    tally.changes++;
  };

  if (given.do === 'insert') {
    const project = (await projectOf(given.projectName)) || null;
    const memories = Array.from({ length: given.most }, () => newMemory({ project }));
    await withTransaction((tx) => insertMemories(tx, memories));
    tally.ids.push(...memories.map(({ memoryId }) => memoryId));
    tally.changes += memories.length;
  } else if (given.do === 'change') await change(given.which, { importance: given.importance });
  else if (given.do === 'rewrite')
    await change(given.which, { content: 'another text' }, newMemory().vectors as never);
  else if (given.do === 'move')
    await change(given.which, { project: (await projectOf(given.projectName)) || null });
  else if (given.do === 'fail') {
    const project = (await projectOf(given.projectName)) || null;
    const failing = withTransaction(async (tx) => {
      await insertMemories(tx, [newMemory({ project })]);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
  } else if (given.do === 'relate' || given.do === 'withdraw') {
    const [from, to] = [idOf(given.which), idOf(given.other)];
    if (from === to) return;
    await withTransaction(async (tx) => {
      if (given.do === 'withdraw') await tx.relations.withdraw('judgement', [[to, from]]);
      else await tx.relations.put([newRelation({ from, to, kind: given.kind as 'distinct' })]);
    });
  } else if (given.do === 'audit') {
    const project = (await projectOf(given.projectName)) || null;
    const run = newAuditRun({ scope: project === null ? 'global' : 'project', project });
    const finding = newFinding({ fingerprint: given.projectName ?? 'none' });
    await beginRun(withTransaction, run, 1_000);
    await finishRun(withTransaction, run.runId, () => ({
      finishedAt: 2_000,
      memoriesChecked: 1,
      findings: [finding],
      undecided: [],
      suppressedCounts: noCounts(),
      notes: [],
    }));
    const by = { agentId: 'ann', at: 3_000 };
    await setSuppressed(withTransaction, { runId: run.runId, findingId: finding.findingId }, true, by);
  } else if (given.do === 'cache') {
    const vector = Float32Array.from({ length: 384 }, (_, n) => (n === 0 ? 1 : 0));
    const { replaced } = await responses.put({
      model: 'm',
      contextDepth: 0,
      context: '',
      query: given.query,
      response: 'an answer',
      vector,
      bytes: 10,
      createdAt: 1_000,
      expiresAt: 1_000_000,
    });
    if (!replaced) tally.cached++;
    const [near] = await responses.nearest({ model: 'm', contextDepth: 0, context: '' }, vector, {
      now: 0,
      limit: 1,
      minimum: 0.9,
    });
    if (near !== undefined) await responses.used(near.key);
  } else if (given.do === 'makeRoom')
    await responses.makeRoom({ most: { entries: 3, bytes: 1_000 }, left: { entries: 2, bytes: 1_000 } }, 0);
  else if (given.do === 'clear') {
    const gone = await responses.clear(null);
    tally.cleared += gone;
  } else if (given.do === 'judge')
    await createPostgresJudgementStore({ ...under, most: 3 }).put(`${given.which % 6}`, [1], given.which);
  else if (given.do === 'export') await readWholeSnapshot(under);
  else await bringIn(under, tally, (await projectOf(given.projectName)) || null, idOf(given.which));
}

/** The snapshot shows one moment: its counts match its lists, and its memories belong to its projects. */
async function readWholeSnapshot({ archives }: Opened): Promise<void> {
  const snapshot = await archives.snapshot();
  try {
    const count = { projects: 0, memories: 0, audit_runs: 0 };
    const projects = new Set<string>();
    for await (const page of snapshot.projects(everything)) {
      count.projects += page.length;
      for (const { projectId } of page) projects.add(projectId);
    }
    for await (const page of snapshot.memories(everything)) {
      count.memories += page.length;
      for (const { memory, history } of page) {
        if (memory.project !== null) expect(projects).toContain(memory.project.projectId);
        expect(history.map(({ revision }) => revision)).toEqual(history.map((_, n) => n + 2));
      }
    }
    for await (const page of snapshot.auditRuns(everything)) count.audit_runs += page.length;
    expect(await snapshot.counts(everything)).toMatchObject(count);
  } finally {
    await snapshot.close();
  }
}

async function bringIn(
  { archives }: Opened,
  tally: Tally,
  project: { projectId: string; name: string; createdAt: number } | null,
  other: string,
): Promise<void> {
  const { key: _, ...memory } = storedMemory(newMemory({ project }), 0);
  const changes = { importance: { from: 0, to: 0.5 } };
  const later = { revision: 2, change: 'updated' as const, agentId: 'ann', at: 1, changes };
  const stage = await archives.stage();
  try {
    await stage.addMemory({ memory, history: [later] });
    await stage.addRelation(newRelation({ from: memory.memoryId, to: other }));
    await stage.setVectors(1, newMemory().vectors);
    await stage.commit({ type: 'memory.imported', data: {} });
    tally.ids.push(memory.memoryId);
    tally.changes++;
  } finally {
    await stage.close();
  }
}

const upTo = (last: number) => Array.from({ length: last }, (_, n) => n + 1);

async function assertWhole(
  one: Opened,
  other: Opened,
  tally: Tally,
  reported: readonly number[],
): Promise<void> {
  const { db } = one;
  const memories = tally.ids.length;

  // Changes, keys and events are numbered without gaps, and every change was reported once.
  expect(await one.store.generation()).toMatchObject({ changeSeq: tally.changes, memories });
  expect(reported.toSorted((a, b) => a - b)).toEqual(upTo(tally.changes));
  const events = await other.events.after(0, 10_000);
  expect(events.map(({ id }) => id)).toEqual(upTo(events.length));
  const stored = await other.store.byKeys(upTo(memories));
  expect(new Set(stored.map(({ memoryId }) => memoryId))).toEqual(new Set(tally.ids));

  // Every change is in a history, in order; counts match the rows; both processes agree.
  let revisions = 0;
  for (const { key } of stored) {
    const history = await one.store.history(key);
    expect(history.map(({ revision }) => revision)).toEqual(upTo(history.length));
    revisions += history.length;
  }
  const imported = events.filter(({ type }) => type === 'memory.imported').length;
  expect(revisions - imported).toBe(tally.changes);
  const counts = await one.store.counts(5_000);
  expect(await other.store.counts(5_000)).toEqual(counts);
  const byProject: Record<string, number> = {};
  for (const { project } of stored)
    if (project !== null) byProject[project.name] = (byProject[project.name] ?? 0) + 1;
  expect(counts).toMatchObject({ total: memories, byProject });

  // Relations are the same from both sides, with at most one judgement and one superseding relation per pair.
  const relations = await one.relations.of(tally.ids);
  expect(await other.relations.among(tally.ids)).toEqual(relations);
  const places = relations.map(({ from, to, kind }) => [[from, to].sort(), kind === 'supersedes'].join());
  expect(new Set(places).size).toBe(places.length);

  // Each response that was stored is still there, was evicted, or was cleared.
  const responses = createPostgresResponseCacheStore(other);
  const evictions = (await responses.counters()).get('m')?.evictions ?? 0;
  expect((await responses.probe()) + evictions + tally.cleared).toBe(tally.cached);

  // There are no orphaned rows, and no remains of the queue.
  const rows = await db.query<Record<string, number>>(`SELECT
    (SELECT count(*) FROM memory_vectors) AS vectors, (SELECT count(*) FROM search_rows) AS searched,
    (SELECT count(*) FROM memories LEFT JOIN search_rows AS s USING (memory_key)
      WHERE s.project_key IS DISTINCT FROM memories.project_key OR s.importance <> memories.importance) AS stale,
    (SELECT count(*) FROM audit_runs WHERE state = 'running') AS running,
    (SELECT count(*) FROM pg_class WHERE relname LIKE 'import\\_%\\_memories') + (SELECT count(*) FROM import_stages) AS stages,
    (SELECT count(*) FROM judgements) <= 3 AS "areFew"`);
  expect(rows).toEqual([
    { vectors: memories, searched: memories, stale: 0, running: 0, stages: 0, areFew: true },
  ]);
  expect([...one.errors, ...other.errors]).toEqual([]);
}

describe.skipIf(missing !== '')(`Two storages on one database${missing}`, () => {
  it('stay consistent under concurrent operations of both', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 30, maxLength: 60 }), async (steps) => {
        const one = await openPostgresStore();
        const other = await openPostgresStore(one.url);
        try {
          const reported: number[] = [];
          for (const { follow } of [one, other]) follow(({ changeSeq }) => reported.push(changeSeq));
          const tally: Tally = { ids: [], changes: 0, cached: 0, cleared: 0 };
          await carryOut(one, tally, { do: 'insert', projectName: null, most: 3 });
          await Promise.all(steps.map((each, n) => carryOut(n % 2 === 0 ? one : other, tally, each)));
          await assertWhole(one, other, tally, reported);
        } finally {
          await one.close();
          await other.close();
        }
      }),
      { numRuns: 3, seed: 18, endOnFailure: true },
    );
  });
});
