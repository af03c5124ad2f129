import { sweepEvery } from '../storage/sweep.js';
import type { WithTransaction } from '../storage/transaction.js';
import { writeChanges } from './write-memories.js';

const SWEEP_INTERVAL_MS = 30_000;
/** Maximum number of memories that one transaction archives. */
const EXPIRY_BATCH = 500;

/** Archives the memories that expired at or before `now`. Resolves to their number. */
export async function archiveExpired(withTransaction: WithTransaction, now: number): Promise<number> {
  for (let archived = 0; ; ) {
    const { length } = await withTransaction(async (tx) => {
      const expired = await tx.memories.expired(now, EXPIRY_BATCH);
      const changes = expired.map(({ sourceAgent, expiresAt }) => ({
        kind: 'expired' as const,
        agentId: sourceAgent,
        at: now,
        fields: { archivedAt: expiresAt },
      }));
      return writeChanges(tx, expired, changes);
    });
    archived += length;
    if (length < EXPIRY_BATCH) return archived;
  }
}

/** Archives expired memories periodically. To readers they are archived as soon as they expire. */
export function sweepExpired(
  withTransaction: WithTransaction,
  clock: () => number,
  onError: (error: unknown) => void,
): { close(): Promise<void> } {
  return sweepEvery(SWEEP_INTERVAL_MS, () => archiveExpired(withTransaction, clock()).catch(onError));
}
