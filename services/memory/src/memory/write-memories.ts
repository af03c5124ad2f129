import { AppError } from '@anima/service/errors';
import { isoTime } from '@anima/service/schema';
import type { ChangedMemory, Transaction } from '../storage/transaction.js';
import type { Memory, MemoryVectors } from './memory.js';
import type { ChangeKind, HistoryDraft, HistoryEntry, NewMemory } from './memory-store.js';

/** A change of a memory. If `fields` is null, the memory is returned unchanged. */
export interface MemoryChange {
  kind: ChangeKind;
  agentId: string;
  at: number;
  fields: Partial<
    Pick<
      Memory,
      | 'content'
      | 'type'
      | 'importance'
      | 'project'
      | 'tags'
      | 'expiresAt'
      | 'archivedAt'
      | 'sharedWith'
      | 'supersededBy'
      | 'sourcePath'
      | 'sourceKey'
    >
  > | null;
  /** The vectors of a new content. */
  vectors?: MemoryVectors;
}

/** Writes new memories, each with its event; resolves to them in order. */
export async function insertMemories(tx: Transaction, memories: readonly NewMemory[]): Promise<Memory[]> {
  const stored = await tx.memories.insert(memories);
  for (const memory of stored) recordChange(tx, 'created', memory, memory.sourceAgent);
  return stored;
}

/** Reads the current memories in the order of the ids; throws `memory_not_found`. */
export async function memoriesToChange(tx: Transaction, memoryIds: readonly string[]): Promise<Memory[]> {
  return allFound(memoryIds, await tx.memories.forUpdate(memoryIds));
}

/** Returns the memories that were read for these ids; throws `memory_not_found` if one is missing. */
export function allFound(memoryIds: readonly string[], memories: Memory[]): Memory[] {
  const unknown = memoryIds.find((memoryId, i) => memories[i]?.memoryId !== memoryId);
  if (unknown !== undefined) throw new AppError('memory_not_found', `No memory has the memory_id ${unknown}`);
  return memories;
}

/**
 * Calls `decide` with the current memory, and writes the change that it returns. `decide` can throw to reject
 * the change. Resolves to the written memory.
 */
export async function changeMemory(
  tx: Transaction,
  memoryId: string,
  decide: (current: Memory) => MemoryChange,
): Promise<Memory> {
  const [current] = await memoriesToChange(tx, [memoryId]);
  const [changed] = await writeChanges(tx, [current!], [decide(current!)]);
  return changed!;
}

/** Writes changes with history and events. This transaction must have read the memories. */
export async function writeChanges(
  tx: Transaction,
  current: readonly Memory[],
  changes: readonly MemoryChange[],
): Promise<Memory[]> {
  const changed = current.map((memory, i) => applied(memory, changes[i]!));
  const written = changed.filter((each) => each !== null);
  if (written.length > 0) await tx.memories.update(written);
  for (const { memory, history } of written) recordChange(tx, history.change, memory, history.agentId);
  return current.map((memory, i) => changed[i]?.memory ?? memory);
}

function applied(before: Memory, { kind, agentId, at, fields, vectors }: MemoryChange): ChangedMemory | null {
  if (fields === null) return null;
  const memory: Memory = { ...before, ...fields, updatedAt: at };
  const history: HistoryDraft = { change: kind, agentId, at, changes: changedFields(before, memory) };
  return { memory, vectors: vectors ?? null, history };
}

function recordChange(
  tx: Transaction,
  change: 'created' | ChangeKind,
  memory: Memory,
  agentId: string,
): void {
  tx.record(`memory.${change}`, {
    memory_id: memory.memoryId,
    type: memory.type,
    project_id: memory.project?.projectId ?? null,
    project: memory.project?.name ?? null,
    agent_id: agentId,
    shared_with: memory.sharedWith,
  });
}

/** Returns the changed fields under their API names, with the contents before and after. */
function changedFields(before: Memory, after: Memory): HistoryEntry['changes'] {
  const pairs: Record<string, [unknown, unknown]> = {
    content: [before.content, after.content],
    type: [before.type, after.type],
    importance: [before.importance, after.importance],
    project: [before.project?.name ?? null, after.project?.name ?? null],
    tags: [before.tags, after.tags],
    expires_at: [isoTime(before.expiresAt), isoTime(after.expiresAt)],
    archived_at: [isoTime(before.archivedAt), isoTime(after.archivedAt)],
    shared_with: [before.sharedWith, after.sharedWith],
    superseded_by: [before.supersededBy, after.supersededBy],
    source_path: [before.sourcePath, after.sourcePath],
  };
  const changed = Object.entries(pairs).filter(
    ([, [from, to]]) => JSON.stringify(from) !== JSON.stringify(to),
  );
  return Object.fromEntries(changed.map(([field, [from, to]]) => [field, { from, to }]));
}
