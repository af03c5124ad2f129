import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Finding } from '../domain/audit/audit-run.js';
import { countByKind, noCounts } from '../domain/audit/audit-run.js';
import type { Project } from '../domain/memory/memory.js';
import type { AuditOutcome, AuditStore, NewAuditRun } from './audit-store.js';

/** How many runs a store under test is to keep. */
export const KEPT_RUNS = 5;

export interface AuditStoreUnderTest {
  store: AuditStore;
  /** A project that is stored. */
  project: Project;
  /** Types of the events told so far. */
  events: () => string[];
  /** The same data, opened anew. */
  reopen(): Promise<AuditStoreUnderTest>;
  dispose(): Promise<void>;
}

export function newAuditRun(fields: Partial<NewAuditRun> = {}): NewAuditRun {
  return {
    runId: crypto.randomUUID(),
    scope: 'cross',
    project: null,
    skillsDir: null,
    configDir: null,
    startedAt: 1_000,
    ...fields,
  };
}

export function newFinding(fields: Partial<Finding> = {}): Omit<Finding, 'state'> {
  return {
    findingId: crypto.randomUUID(),
    kind: 'conflicting_decision',
    severity: 'high',
    title: 'Conflict',
    detail: 'Both cannot hold',
    memoryIds: [crypto.randomUUID(), crypto.randomUUID()],
    evidence: ['one', 'other'],
    suggestion: 'Decide',
    subjects: ['a', 'b'],
    fingerprint: 'fp',
    ...fields,
  };
}

const outcome = (findings: AuditOutcome['findings']): AuditOutcome => ({
  finishedAt: 2_000,
  memoriesChecked: 7,
  findings,
  suppressedCounts: noCounts(),
  notes: ['a note'],
});
const by = { agentId: 'ann', at: 3_000 };

/** What every adapter of AuditStore must keep. */
export function testAuditStore(name: string, create: () => Promise<AuditStoreUnderTest>): void {
  describe(`${name} keeps the promises of AuditStore`, () => {
    let under: AuditStoreUnderTest;
    beforeEach(async () => {
      under = await create();
    });
    afterEach(() => under.dispose());

    it('stores a run from its beginning to its end, also when opened anew', async () => {
      const run = newAuditRun({ scope: 'project', project: under.project, skillsDir: '/s', configDir: '/c' });
      await under.store.begin(run);
      const begun = {
        ...run,
        state: 'running',
        finishedAt: null,
        error: null,
        findings: [],
        counts: noCounts(),
      };
      expect(under.store.byId(run.runId)).toMatchObject(begun);
      await under.store.progress(run.runId, { phase: 'reading', done: 1, total: 2 });
      const findings = [newFinding(), newFinding({ kind: 'stale_context', fingerprint: 'other' })];
      const finished = await under.store.finish(run.runId, () => outcome(findings));
      expect(finished).toEqual({
        ...begun,
        state: 'finished',
        finishedAt: 2_000,
        memoriesChecked: 7,
        counts: countByKind(findings),
        suppressedCounts: noCounts(),
        notes: ['a note'],
        findings: findings.map((finding) => ({ ...finding, state: 'reported' })),
      });
      expect(under.events()).toEqual(['audit.started', 'audit.progress', 'audit.finished']);
      under = await under.reopen();
      expect(under.store.byId(run.runId)).toEqual(finished);
      expect(under.store.byId(crypto.randomUUID())).toBeNull();
    });

    it('writes nothing of an end that refuses', async () => {
      const run = newAuditRun();
      await under.store.begin(run);
      await expect(
        under.store.finish(run.runId, () => {
          throw new Error('no');
        }),
      ).rejects.toThrow('no');
      const twice = newFinding();
      await expect(under.store.finish(run.runId, () => outcome([twice, twice]))).rejects.toThrow();
      expect(under.store.byId(run.runId)).toMatchObject({ state: 'running', findings: [] });
      await expect(under.store.finish(crypto.randomUUID(), () => outcome([]))).rejects.toMatchObject({
        code: 'audit_run_not_found',
      });
    });

    it('keeps why a run failed, and fails those that nobody finished', async () => {
      const failing = newAuditRun();
      const left = newAuditRun();
      for (const run of [failing, left]) await under.store.begin(run);
      expect(await under.store.fail(failing.runId, 5, 'The disk is full')).toMatchObject({
        state: 'failed',
        finishedAt: 5,
        error: 'The disk is full',
      });
      under = await under.reopen();
      expect(await under.store.failUnfinished(9, 'stopped')).toBe(1);
      expect(await under.store.failUnfinished(10, 'stopped')).toBe(0);
      expect(under.store.byId(left.runId)).toMatchObject({ state: 'failed', finishedAt: 9 });
      expect(under.store.byId(failing.runId)).toMatchObject({ finishedAt: 5 });
    });

    it('lists the newest first, of all or of one project', async () => {
      const runs = [
        newAuditRun(),
        newAuditRun({ scope: 'project', project: under.project }),
        newAuditRun({ scope: 'global' }),
      ];
      for (const run of runs) await under.store.begin(run);
      const { runs: all, total } = under.store.history({ project: null, limit: 2 });
      expect([all.map(({ runId }) => runId), total]).toEqual([[runs[2]!.runId, runs[1]!.runId], 3]);
      const ofProject = under.store.history({ project: under.project, limit: 20 });
      expect([ofProject.runs.map(({ runId }) => runId), ofProject.total]).toEqual([[runs[1]!.runId], 1]);
    });

    it('suppresses by fingerprint, in every run, until it is told otherwise', async () => {
      const runs = [newAuditRun(), newAuditRun()];
      const findings = [newFinding(), newFinding()];
      for (const [n, run] of runs.entries()) {
        await under.store.begin(run);
        await under.store.finish(run.runId, () => outcome([findings[n]!]));
      }
      const target = { runId: runs[0]!.runId, findingId: findings[0]!.findingId };
      const suppressed = await under.store.setSuppressed(target, true, by);
      expect(suppressed).toEqual({ ...findings[0], state: 'suppressed' });
      expect(await under.store.setSuppressed(target, true, by)).toEqual(suppressed);
      under = await under.reopen();
      expect(under.store.byId(runs[1]!.runId)?.findings[0]?.state).toBe('suppressed');
      const later = newAuditRun();
      await under.store.begin(later);
      let seen: unknown;
      await under.store.finish(later.runId, (suppressions) => {
        seen = suppressions;
        return outcome([]);
      });
      expect(seen).toEqual([{ kind: 'conflicting_decision', fingerprint: 'fp', subjects: ['a', 'b'] }]);
      const back = { runId: runs[1]!.runId, findingId: findings[1]!.findingId };
      expect((await under.store.setSuppressed(back, false, by)).state).toBe('reported');
      expect((await under.store.setSuppressed(back, false, by)).state).toBe('reported');
      expect(under.store.byId(runs[0]!.runId)?.findings[0]?.state).toBe('reported');
      expect(under.events().filter((type) => type.endsWith('suppressed'))).toEqual([
        'audit.suppressed',
        'audit.unsuppressed',
      ]);
    });

    it('keeps so many runs, and beyond them only the last one of each suppressed finding', async () => {
      const runs = Array.from({ length: 12 }, () => newAuditRun());
      const keptIds = () => under.store.history({ project: null, limit: 20 }).runs.map(({ runId }) => runId);
      const end = (run: NewAuditRun, findings: AuditOutcome['findings']) =>
        under.store.finish(run.runId, () => outcome(findings));
      const finding = newFinding();
      for (const [n, run] of runs.entries()) {
        await under.store.begin(run);
        expect(keptIds()[0]).toBe(run.runId);
        if (n < 2) await end(run, [n === 1 ? finding : newFinding(), newFinding({ fingerprint: `of ${n}` })]);
        else await end(run, [newFinding({ fingerprint: 'in all later ones' })]);
        if (n === 1)
          await under.store.setSuppressed({ runId: run.runId, findingId: finding.findingId }, true, by);
      }
      const newest = runs.slice(-KEPT_RUNS).map(({ runId }) => runId);
      expect(keptIds()).toEqual([...newest.toReversed(), runs[1]!.runId]);
      expect(under.store.byId(runs[0]!.runId)).toBeNull();
      expect(under.store.byId(runs[1]!.runId)?.findings).toHaveLength(2);

      await under.store.setSuppressed({ runId: runs[1]!.runId, findingId: finding.findingId }, false, by);
      await under.store.begin(newAuditRun());
      expect(keptIds()).toHaveLength(KEPT_RUNS);
      expect(under.store.byId(runs[1]!.runId)).toBeNull();
    });

    it('refuses findings of other runs', async () => {
      const runs = [newAuditRun(), newAuditRun()];
      for (const run of runs) await under.store.begin(run);
      const finding = newFinding();
      await under.store.finish(runs[0]!.runId, () => outcome([finding]));
      const { findingId } = finding;
      await expect(
        under.store.setSuppressed({ runId: runs[1]!.runId, findingId }, true, by),
      ).rejects.toMatchObject({ code: 'audit_finding_not_found' });
      await expect(
        under.store.setSuppressed({ runId: crypto.randomUUID(), findingId }, true, by),
      ).rejects.toMatchObject({ code: 'audit_run_not_found' });
    });
  });
}
