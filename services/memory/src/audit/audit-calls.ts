import type { AuditDependencies } from './audit-dependencies.js';
import type { AuditRun, Finding } from './audit-run.js';
import { knownBefore } from './known-before.js';
import { readUndecided, type ShownPair } from './read-undecided.js';
import { type AuditCommand, runAudit } from './run-audit.js';
import { takeVerdicts, type VerdictsCommand, type VerdictsTaken } from './take-verdicts.js';
import { unknownRun } from './write-audit-runs.js';

/** Operations of the audit API. */
export interface AuditCalls {
  run(command: AuditCommand): Promise<AuditRun>;
  /** Rejects with `audit_run_not_found`. */
  byId(runId: string): Promise<AuditRun>;
  /** Returns the pairs of a run that are still undecided: see `readUndecided`. */
  undecided(run: AuditRun): Promise<ShownPair[]>;
  /** Returns the findings of a run that only repeat earlier verdicts: see `knownBefore`. */
  knownBefore(run: AuditRun): Promise<Finding[]>;
  judge(command: VerdictsCommand): Promise<VerdictsTaken>;
}

export function createAuditCalls(deps: AuditDependencies): AuditCalls {
  return {
    run: (command) => runAudit(deps, command),
    async byId(runId) {
      const run = await deps.audits.byId(runId);
      if (run === null) throw unknownRun();
      return run;
    },
    undecided: (run) => readUndecided(deps, run),
    knownBefore: (run) => knownBefore(deps.relations, run),
    judge: (command) => takeVerdicts(deps, command),
  };
}
