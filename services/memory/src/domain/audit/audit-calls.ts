import type { AuditDependencies } from './audit-dependencies.js';
import type { AuditRun, Finding } from './audit-run.js';
import { knownBefore } from './known-before.js';
import { readUndecided, type ShownPair } from './read-undecided.js';
import { type AuditCommand, runAudit } from './run-audit.js';
import { takeVerdicts, type VerdictsCommand, type VerdictsTaken } from './take-verdicts.js';
import { unknownRun } from './write-audit-runs.js';

/** What one may ask of audits. */
export interface AuditCalls {
  run(command: AuditCommand): Promise<AuditRun>;
  /** Rejects with `audit_run_not_found`. */
  byId(runId: string): Promise<AuditRun>;
  /** Of a run, as they are now. */
  undecided(run: AuditRun): Promise<ShownPair[]>;
  /** Findings of a run that verdicts from before it had made already. */
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
