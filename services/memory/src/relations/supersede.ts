import { AppError } from '@anima/service/errors';
import { isArchived, type Memory } from '../memory/memory.js';
import type { MemoryDependencies } from '../memory/memory-dependencies.js';
import { memoriesToChange, writeChanges } from '../memory/write-memories.js';
import type { ContentWarning } from '../secrets/secrets.js';
import type { Transaction } from '../storage/transaction.js';
import { byAgent, type Relation } from './relation.js';
import { screenReason } from './screen-reason.js';

/** Maximum number of memories that one call can supersede. */
export const MAX_SUPERSEDED_AT_ONCE = 20;
/** Maximum number of memories that one memory can supersede in total, including memories merged into it. */
const MAX_SUPERSEDED = 256;

export interface SupersedeCommand {
  /** memory_id of the memory that supersedes the others. */
  memoryId: string;
  supersededIds: readonly string[];
  agentId: string;
  reason: string | null;
}

/**
 * Archives memories that another memory supersedes. Their projects may differ: the caller names both by
 * memory_id and is allowed to change both. Memories that it has superseded before do not change. Rejects the
 * whole call with memory_not_found, forbidden, supersede_refused or secret_refused.
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

/** Supersedes memories within the transaction in which `memory` was read or written. */
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

/** Creates a `supersedes` relation between two memories. */
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
