import type { WithTransaction } from '../storage/transaction.js';
import { noteProgress } from './write-audit-runs.js';

/** Minimum time between two progress events of one phase, in ms. Each event costs a commit. */
const INTERVAL_MS = 1_000;

export type Progress = (phase: string, done: number, total: number) => void;

/**
 * Creates a function that records progress events: at the start and end of each phase, and at intervals of at
 * least INTERVAL_MS in between.
 */
export function reportProgress(withTransaction: WithTransaction, runId: string): Progress {
  let lastPhase = '';
  let lastAt = 0;
  return (phase, done, total) => {
    const at = performance.now();
    if (phase === lastPhase && done < total && at - lastAt < INTERVAL_MS) return;
    lastPhase = phase;
    lastAt = at;
    // Errors are ignored. If the disk is full, storing the end of the run fails as well and reports the
    // error.
    noteProgress(withTransaction, runId, { phase, done, total }).catch(() => {});
  };
}
