import type { WithTransaction } from '../../ports/transaction.js';
import { noteProgress } from './write-audit-runs.js';

/** ms between two events of one phase; each costs a commit. */
const INTERVAL_MS = 1_000;

export type Progress = (phase: string, done: number, total: number) => void;

/** Tells of the beginning and end of each phase, and now and then in between. */
export function reportProgress(withTransaction: WithTransaction, runId: string): Progress {
  let lastPhase = '';
  let lastAt = 0;
  return (phase, done, total) => {
    const at = performance.now();
    if (phase === lastPhase && done < total && at - lastAt < INTERVAL_MS) return;
    lastPhase = phase;
    lastAt = at;
    // Nobody waits for it. If the disk is full, the end of the run says so.
    noteProgress(withTransaction, runId, { phase, done, total }).catch(() => {});
  };
}
