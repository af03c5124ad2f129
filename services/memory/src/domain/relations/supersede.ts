import { AppError } from '@anima/service/errors';
import type { Transaction } from '../../ports/transaction.js';
import type { MemoryDependencies } from '../dependencies.js';
import { isArchived, type Memory } from '../memory/memory.js';
import { memoriesToChange, writeChanges } from '../memory/write-memories.js';
import type { ContentWarning } from '../secrets/secrets.js';
import { byAgent, type Relation } from './relation.js';
import { screenReason } from './screen-reason.js';

/** What one call may name. */
export const MAX_SUPERSEDED_AT_ONCE = 20;
/** What one memory may replace in all, those that were merged into it among them. */
const MAX_SUPERSEDED = 256;

export interface SupersedeCommand {
  /** Of the memory that replaces the others. */
  memoryId: string;
  supersededIds: readonly string[];
  agentId: string;
  reason: string | null;
}

/**
 * Archives memories that another one replaces, whatever the projects: who names both by their ids, and may change both, knows what
 * of the one goes for the other. One that it has replaced already stays as it is. Refused as a whole with memory_not_found,
 * forbidden, supersede_refused or secret_refused.
 */
export async function supersede(
  deps: MemoryDependencies,
  command: SupersedeCommand,
): Promise<{ memory: Memory; superseded: Memory[]; warnings: ContentWarning[] }> {
  const { memoryId, supersededIds, agentId } = command;
  const { reason, warnings } = screenReason(command.reason, deps.secretPolicy);
  const at = deps.clock();
  return deps.withTransaction(async (tx) => {
    const [memory] = await memoriesToChange(tx, [memoryId]);
    if (isArchived(memory!, at)) throw archived(memoryId);
    const superseded = await supersedeIn(tx, memory!, supersededIds, { agentId, at, reason });
    return { memory: memory!, superseded, warnings };
  });
}

/** The same within the transaction in which `memory` was read or written. */
export async function supersedeIn(
  tx: Transaction,
  memory: Memory,
  supersededIds: readonly string[],
  { agentId, at, reason }: { agentId: string; at: number; reason: string | null },
): Promise<Memory[]> {
  const { memoryId } = memory;
  if (supersededIds.includes(memoryId))
    throw refused('Expected other memories than the one that replaces them, received its own memory_id');
  const current = await memoriesToChange(tx, supersededIds);
  const isNew = (each: Memory) => each.supersededBy !== memoryId;
  const fresh = current.filter(isNew);
  const gone = fresh.find((each) => isArchived(each, at));
  if (gone !== undefined) throw archived(gone.memoryId);
  const before = await tx.relations.of([memoryId], 'supersedes');
  if (before.filter(({ from }) => from === memoryId).length + fresh.length > MAX_SUPERSEDED)
    throw refused(`Expected one memory to replace at most ${MAX_SUPERSEDED} others`);
  await tx.relations.put(
    fresh.map((each) => supersedes(memoryId, each.memoryId, { by: byAgent(agentId), reason, at })),
  );
  const fields = { archivedAt: at, supersededBy: memoryId };
  return writeChanges(
    tx,
    current,
    current.map((each) => ({ kind: 'superseded', agentId, at, fields: isNew(each) ? fields : null })),
  );
}

/** That one memory took the place of another. */
export function supersedes(
  from: string,
  to: string,
  { by, reason, at }: Pick<Relation, 'by' | 'reason' | 'at'>,
): Relation {
  return { kind: 'supersedes', from, to, by, confidence: null, reason, at, digest: null };
}

function archived(memoryId: string): AppError {
  return refused(`The memory ${memoryId} is archived`);
}

function refused(message: string): AppError {
  return new AppError('supersede_refused', message);
}
