import type { MaybePromise } from '@anima/service/maybe-promise';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Project } from '../memory/memory.js';
import type { StoreUnderTest } from '../memory/memory-store.contract.js';
import type { Finding, UndecidedPair } from './audit-run.js';
import { countByKind, noCounts } from './audit-run.js';
import type { AuditStore, FindingAddress, NewAuditRun } from './audit-store.js';
import {
  type AuditOutcome,
  beginRun,
  failRun,
  failUnfinishedRuns,
  finishRun,
  noteProgress,
  setSuppressed,
} from './write-audit-runs.js';

const MAX_STORED_RUNS = 5;

export interface AuditsUnderTest extends StoreUnderTest {
  audits: AuditStore;
  reopen(): Promise<AuditsUnderTest>;
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
    judgedBy: 'agent:ann',
    confidence: 0.5,
    validUntil: 1_500,
    ...fields,
  };
}

const undecided: UndecidedPair = {
  memoryIds: [crypto.randomUUID(), crypto.randomUUID()],
  digest: 'd',
  similarity: 0.7,
  why: 'nobody knows',
};
const outcome = (findings: AuditOutcome['findings']): AuditOutcome => ({
  finishedAt: 2_000,
  memoriesChecked: 7,
  findings,
  undecided: [undecided],
  suppressedCounts: noCounts(),
  notes: ['a note'],
});
const by = { agentId: 'ann', at: 3_000 };

/** Tests the promises of AuditStore and AuditWrites, for every adapter. */
export function testAuditStore(name: string, create: () => MaybePromise<AuditsUnderTest>): void {
  describe(`${name} keeps the promises of AuditStore`, () => {
    let under: AuditsUnderTest;
    let project: Project;
    beforeEach(async () => {
      under = await create();
      project = await under.store.proposeProject('alpha');
    });
    afterEach(() => under.dispose());

    const begin = (run: NewAuditRun) => beginRun(under.withTransaction, run, MAX_STORED_RUNS);
    const finish = (runId: string, conclude: Parameters<typeof finishRun>[2]) =>
      finishRun(under.withTransaction, runId, conclude);
    const suppress = (target: FindingAddress, suppressed: boolean) =>
      setSuppressed(under.withTransaction, target, suppressed, by);
    const eventTypes = async () => (await under.events.after(0, 1_000)).map(({ type }) => type);

    it('stores a run from its start to its end, also after reopening', async () => {
      const run = newAuditRun({ scope: 'project', project: project, skillsDir: '/s', configDir: '/c' });
      await begin(run);
      const startedRun = {
        ...run,
        state: 'running',
        finishedAt: null,
        error: null,
        findings: [],
        undecided: [],
        counts: noCounts(),
      };
      expect(await under.audits.byId(run.runId)).toMatchObject(startedRun);
      await noteProgress(under.withTransaction, run.runId, { phase: 'reading', done: 1, total: 2 });
      const findings = [newFinding(), newFinding({ kind: 'stale_context', fingerprint: 'other' })];
      const finished = await finish(run.runId, () => outcome(findings));
      expect(finished).toEqual({
        ...startedRun,
        state: 'finished',
        finishedAt: 2_000,
        memoriesChecked: 7,
        counts: countByKind(findings),
        suppressedCounts: noCounts(),
        notes: ['a note'],
        undecided: [undecided],
        findings: findings.map((finding) => ({ ...finding, state: 'reported' })),
      });
      expect(await eventTypes()).toEqual(['audit.started', 'audit.progress', 'audit.finished']);
      under = await under.reopen();
      expect(await under.audits.byId(run.runId)).toEqual(finished);
      expect(await under.audits.byId(crypto.randomUUID())).toBeNull();
    });

    it('appends findings after the existing ones', async () => {
      const run = newAuditRun();
      await begin(run);
      const [first, second] = [newFinding(), newFinding({ kind: 'duplicate_memory', fingerprint: 'other' })];
      await finish(run.runId, () => outcome([first]));
      const counts = countByKind([first, second]);
      const add = (findings: (typeof first)[]) =>
        under.withTransaction((tx) =>
          tx.audits.addFindings(run.runId, findings, { counts, memoriesChecked: 9 }),
        );
      await add([second]);
      await expect(add([second])).rejects.toThrow();
      under = await under.reopen();
      const found = await under.audits.byId(run.runId);
      expect(found).toMatchObject({
        counts,
        memoriesChecked: 9,
        findings: [first, second],
        undecided: [undecided],
      });
      expect(found!.findings).toHaveLength(2);
    });

    it('finds the last run with a note', async () => {
      const lastNoted = (note: string) => under.withTransaction((tx) => tx.audits.lastNoted(note));
      const runs = [newAuditRun(), newAuditRun(), newAuditRun()];
      for (const [n, run] of runs.entries()) {
        await begin(run);
        await finish(run.runId, () => ({
          ...outcome([newFinding()]),
          notes: n < 2 ? ['one', 'a "note"'] : [],
        }));
      }
      await begin(newAuditRun());
      expect(await lastNoted('a "note"')).toEqual(await under.audits.byId(runs[1]!.runId));
      expect(await lastNoted('note')).toBeNull();
    });

    it('writes nothing if the end of a run fails', async () => {
      const run = newAuditRun();
      await begin(run);
      await expect(
        finish(run.runId, () => {
          throw new Error('no');
        }),
      ).rejects.toThrow('no');
      const twice = newFinding();
      await expect(finish(run.runId, () => outcome([twice, twice]))).rejects.toThrow();
      expect(await under.audits.byId(run.runId)).toMatchObject({ state: 'running', findings: [] });
      await expect(finish(crypto.randomUUID(), () => outcome([]))).rejects.toMatchObject({
        code: 'audit_run_not_found',
      });
    });

    it('stores the reason of a failed run, and fails the runs that did not end', async () => {
      const failing = newAuditRun();
      const left = newAuditRun();
      for (const run of [failing, left]) await begin(run);
      expect(await failRun(under.withTransaction, failing.runId, 5, 'The disk is full')).toMatchObject({
        state: 'failed',
        finishedAt: 5,
        error: 'The disk is full',
      });
      under = await under.reopen();
      expect(await failUnfinishedRuns(under.withTransaction, 9, 'stopped')).toBe(1);
      expect(await failUnfinishedRuns(under.withTransaction, 10, 'stopped')).toBe(0);
      expect(await under.audits.byId(left.runId)).toMatchObject({ state: 'failed', finishedAt: 9 });
      expect(await under.audits.byId(failing.runId)).toMatchObject({ finishedAt: 5 });
    });

    it('lists the newest runs first, of all projects or of one project', async () => {
      const runs = [
        newAuditRun(),
        newAuditRun({ scope: 'project', project: project }),
        newAuditRun({ scope: 'global' }),
      ];
      for (const run of runs) await begin(run);
      const { runs: all, total } = await under.audits.history({ project: null, limit: 2 });
      expect([all.map(({ runId }) => runId), total]).toEqual([[runs[2]!.runId, runs[1]!.runId], 3]);
      const ofProject = await under.audits.history({ project: project, limit: 20 });
      expect([ofProject.runs.map(({ runId }) => runId), ofProject.total]).toEqual([[runs[1]!.runId], 1]);
    });

    it('suppresses a fingerprint in every run until the suppression is lifted', async () => {
      const runs = [newAuditRun(), newAuditRun()];
      const findings = [newFinding(), newFinding()];
      for (const [n, run] of runs.entries()) {
        await begin(run);
        await finish(run.runId, () => outcome([findings[n]!]));
      }
      const target = { runId: runs[0]!.runId, findingId: findings[0]!.findingId };
      const suppressed = await suppress(target, true);
      expect(suppressed).toEqual({ ...findings[0], state: 'suppressed' });
      expect(await suppress(target, true)).toEqual(suppressed);
      under = await under.reopen();
      expect((await under.audits.byId(runs[1]!.runId))?.findings[0]?.state).toBe('suppressed');
      const later = newAuditRun();
      await begin(later);
      let seen: unknown;
      await finish(later.runId, (suppressions) => {
        seen = suppressions;
        return outcome([]);
      });
      expect(seen).toEqual([{ kind: 'conflicting_decision', fingerprint: 'fp', subjects: ['a', 'b'] }]);
      const back = { runId: runs[1]!.runId, findingId: findings[1]!.findingId };
      expect((await suppress(back, false)).state).toBe('reported');
      expect((await suppress(back, false)).state).toBe('reported');
      expect((await under.audits.byId(runs[0]!.runId))?.findings[0]?.state).toBe('reported');
      expect((await eventTypes()).filter((type) => type.endsWith('suppressed'))).toEqual([
        'audit.suppressed',
        'audit.unsuppressed',
      ]);
    });

    it('keeps a limited number of runs, plus the last run of each suppressed finding', async () => {
      const runs = Array.from({ length: 12 }, () => newAuditRun());
      const storedIds = async () =>
        (await under.audits.history({ project: null, limit: 20 })).runs.map(({ runId }) => runId);
      const end = (run: NewAuditRun, findings: AuditOutcome['findings']) =>
        finish(run.runId, () => outcome(findings));
      const finding = newFinding();
      for (const [n, run] of runs.entries()) {
        await begin(run);
        expect((await storedIds())[0]).toBe(run.runId);
        if (n < 2) await end(run, [n === 1 ? finding : newFinding(), newFinding({ fingerprint: `of ${n}` })]);
        else await end(run, [newFinding({ fingerprint: 'in all later ones' })]);
        if (n === 1) await suppress({ runId: run.runId, findingId: finding.findingId }, true);
      }
      const newest = runs.slice(-MAX_STORED_RUNS).map(({ runId }) => runId);
      expect(await storedIds()).toEqual([...newest.toReversed(), runs[1]!.runId]);
      expect(await under.audits.byId(runs[0]!.runId)).toBeNull();
      expect((await under.audits.byId(runs[1]!.runId))?.findings).toHaveLength(2);

      await suppress({ runId: runs[1]!.runId, findingId: finding.findingId }, false);
      await begin(newAuditRun());
      expect(await storedIds()).toHaveLength(MAX_STORED_RUNS);
      expect(await under.audits.byId(runs[1]!.runId)).toBeNull();
    });

    it('rejects findings of other runs', async () => {
      const runs = [newAuditRun(), newAuditRun()];
      for (const run of runs) await begin(run);
      const finding = newFinding();
      await finish(runs[0]!.runId, () => outcome([finding]));
      const { findingId } = finding;
      await expect(suppress({ runId: runs[1]!.runId, findingId }, true)).rejects.toMatchObject({
        code: 'audit_finding_not_found',
      });
      await expect(suppress({ runId: crypto.randomUUID(), findingId }, true)).rejects.toMatchObject({
        code: 'audit_run_not_found',
      });
    });
  });
}
