import type { ArchivedAuditRun } from '../domain/archive/audit-run-record.js';
import type { AuditRun, AuditRunSummary, Finding, UndecidedPair } from '../domain/audit/audit-run.js';
import { noCounts } from '../domain/audit/audit-run.js';
import type { Suppression } from '../domain/audit/suppression.js';
import type { KnownProjects } from '../domain/memory/known-projects.js';
import type { AuditStore, AuditWrites, FindingAddress } from '../ports/audit-store.js';
import type { PlainWrites } from './plain-transactions.js';

interface PlainRun extends AuditRunSummary {
  findings: readonly Omit<Finding, 'state'>[];
  undecided: readonly UndecidedPair[];
}

interface PlainSuppression extends Suppression {
  by: { agentId: string; at: number };
}

/** All there is; a transaction works on a copy. */
interface PlainAuditRows {
  /** In the order in which they began. */
  runs: Map<string, PlainRun>;
  suppressions: Map<string, PlainSuppression>;
}

export interface PlainAudits {
  audits: AuditStore;
  writes: PlainWrites<AuditWrites>;
  /** The runs that have ended, as they are now. */
  all(): ArchivedAuditRun[];
  /** At once, when a transaction is committed. */
  bringIn(runs: readonly ArchivedAuditRun[]): void;
}

/** AuditStore as plainly as it can be written. */
export function createPlainAudits(projects: Pick<KnownProjects, 'add'>): PlainAudits {
  let rows: PlainAuditRows = { runs: new Map(), suppressions: new Map() };

  const audits: AuditStore = {
    byId: async (runId) => runOf(rows, runId),
    async history({ project, limit }) {
      const found = [...rows.runs.values()]
        .filter((run) => project === null || run.project?.projectId === project.projectId)
        .reverse();
      return {
        runs: found.slice(0, limit).map(({ findings: _, undecided: __, ...run }) => run),
        total: found.length,
      };
    },
  };

  const writes: PlainWrites<AuditWrites> = (afterCommit) => {
    const draft: PlainAuditRows = { runs: new Map(rows.runs), suppressions: new Map(rows.suppressions) };
    afterCommit(() => {
      rows = draft;
      for (const { project } of draft.runs.values()) if (project !== null) projects.add(project);
    });
    function requireNewIds(added: readonly { findingId: string }[]): void {
      const known = [...draft.runs.values()].flatMap(({ findings }) => findings);
      const ids = [...known, ...added].map(({ findingId }) => findingId);
      if (new Set(ids).size < ids.length) throw new Error('a finding_id is taken');
    }
    return {
      async insert(run) {
        if (draft.runs.has(run.runId)) throw new Error(`the run_id ${run.runId} is taken`);
        draft.runs.set(run.runId, { ...run, ...begun, counts: noCounts(), suppressedCounts: noCounts() });
      },

      async removeOutdated(keep) {
        const all = [...draft.runs.values()];
        const isLastOf = ({ fingerprint }: Suppression, at: number) =>
          all.findLastIndex(({ findings }) => findings.some((each) => each.fingerprint === fingerprint)) ===
          at;
        const outdated = all.filter(
          ({ state }, at) =>
            at < all.length - keep &&
            state !== 'running' &&
            ![...draft.suppressions.values()].some((suppression) => isLastOf(suppression, at)),
        );
        for (const { runId } of outdated) draft.runs.delete(runId);
      },

      byId: async (runId) => runOf(draft, runId),

      async lastNoted(note) {
        const last = [...draft.runs.values()].findLast(({ notes }) => notes.includes(note));
        return last === undefined ? null : runOf(draft, last.runId);
      },

      running: async () =>
        [...draft.runs.values()].filter(({ state }) => state === 'running').map(({ runId }) => runId),

      async end(runId, ending) {
        requireNewIds(ending.findings);
        draft.runs.set(runId, { ...draft.runs.get(runId)!, ...ending });
      },

      async addFindings(runId, findings, totals) {
        const run = draft.runs.get(runId)!;
        requireNewIds(findings);
        draft.runs.set(runId, { ...run, ...totals, findings: [...run.findings, ...findings] });
      },

      async finding({ runId, findingId }: FindingAddress) {
        return runOf(draft, runId)?.findings.find((finding) => finding.findingId === findingId) ?? null;
      },

      suppressions: async () => Array.from(draft.suppressions.values(), ({ by: _, ...each }) => each),

      async addSuppression({ kind, fingerprint, subjects }, by) {
        draft.suppressions.set(fingerprint, { kind, fingerprint, subjects, by });
      },

      async removeSuppression(fingerprint) {
        draft.suppressions.delete(fingerprint);
      },
    };
  };

  function all(): ArchivedAuditRun[] {
    return [...rows.runs.values()].flatMap(({ state, ...run }) => {
      if (state === 'running') return [];
      const findings = run.findings.map((finding) => ({
        ...finding,
        suppression: rows.suppressions.get(finding.fingerprint)?.by ?? null,
      }));
      return [{ ...run, state, findings }];
    });
  }

  function bringIn(runs: readonly ArchivedAuditRun[]): void {
    for (const run of runs) {
      const findings = run.findings.map(({ suppression: by, ...finding }) => {
        const { kind, fingerprint, subjects } = finding;
        if (by !== null && !rows.suppressions.has(fingerprint))
          rows.suppressions.set(fingerprint, { kind, fingerprint, subjects, by });
        return finding;
      });
      rows.runs.set(run.runId, { ...run, findings });
    }
  }

  return { audits, writes, all, bringIn };
}

const begun = {
  state: 'running' as const,
  finishedAt: null,
  error: null,
  memoriesChecked: 0,
  findings: [],
  undecided: [],
  notes: [],
};

function runOf({ runs, suppressions }: PlainAuditRows, runId: string): AuditRun | null {
  const run = runs.get(runId);
  if (run === undefined) return null;
  const stateOf = (fingerprint: string) => (suppressions.has(fingerprint) ? 'suppressed' : 'reported');
  return {
    ...run,
    findings: run.findings.map((finding) => ({ ...finding, state: stateOf(finding.fingerprint) })),
  };
}
