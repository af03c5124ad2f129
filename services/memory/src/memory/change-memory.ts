import { AppError } from '@anima/service/errors';
import { embedMemory } from '../embedding/embed-memory.js';
import {
  findRelated,
  keepConflicts,
  NOTHING_RELATED,
  type RelatedMemories,
} from '../related/find-related.js';
import { BY_MERGE } from '../relations/relation.js';
import { type ContentWarning, screenContent } from '../secrets/secrets.js';
import type { Transaction } from '../storage/transaction.js';
import { addShares, isArchived, type Memory, type MemoryType } from './memory.js';
import type { MemoryDependencies } from './memory-dependencies.js';
import type { HistoryEntry } from './memory-store.js';
import { normalTags } from './normal-name.js';
import { changeMemory, memoriesToChange, writeChanges } from './write-memories.js';

export interface MemoryUpdate {
  content?: string;
  type?: MemoryType;
  importance?: number;
  tags?: readonly string[];
  /** Name or id; null removes the memory from its project. */
  project?: string | null;
}

/** Returns the memory. Throws if it is unknown or, without `includeArchived`, archived. */
export async function getMemory(
  deps: MemoryDependencies,
  memoryId: string,
  includeArchived: boolean,
): Promise<Memory> {
  const memory = await deps.store.byId(memoryId);
  const now = deps.clock();
  if (memory === null || (!includeArchived && isArchived(memory, now))) throw notFound(memory);
  deps.accesses.note([memory], now);
  return deps.accesses.withPending(memory);
}

/** Returns every change of a memory, archived or not, oldest first. */
export async function memoryHistory(deps: MemoryDependencies, memoryId: string): Promise<HistoryEntry[]> {
  const memory = await deps.store.byId(memoryId);
  if (memory === null) throw notFound(null);
  return deps.store.history(memory.key);
}

/** Archives a memory. If it is archived already, throws, or returns it with `includeArchived`. */
export function forget(
  deps: MemoryDependencies,
  memoryId: string,
  agentId: string,
  includeArchived: boolean,
): Promise<Memory> {
  const at = deps.clock();
  return deps.withTransaction((tx) =>
    changeMemory(tx, memoryId, (memory) => {
      if (!isArchived(memory, at)) return { kind: 'archived', agentId, at, fields: { archivedAt: at } };
      if (!includeArchived) throw notFound(memory);
      return { kind: 'archived', agentId, at, fields: null };
    }),
  );
}

/**
 * Restores an archived memory; an active memory is returned unchanged. Removes an expiry in the past and
 * `supersededBy`. Restoring the last source of a merge undoes the merge: the merged memory is archived,
 * unless it was changed since, has superseded another memory, or a source was never imported here, because
 * then only the merged memory has the content of that source.
 */
export function restore(deps: MemoryDependencies, memoryId: string, agentId: string): Promise<Memory> {
  const at = deps.clock();
  return deps.withTransaction(async (tx) => {
    const [memory] = await memoriesToChange(tx, [memoryId]);
    const expired = memory!.expiresAt !== null && memory!.expiresAt <= at;
    const fields = { archivedAt: null, supersededBy: null, ...(expired ? { expiresAt: null } : {}) };
    const [restored] = await writeChanges(
      tx,
      [memory!],
      [{ kind: 'restored', agentId, at, fields: isArchived(memory!, at) ? fields : null }],
    );
    if (memory!.supersededBy !== null) {
      const pair = [memory!.supersededBy, memoryId] as const;
      const [replaced] = await tx.relations.withdraw('supersedes', [pair]);
      // Archives of versions without relations contain merges without a relation.
      if ((replaced?.by ?? BY_MERGE) === BY_MERGE) await undoMerge(tx, pair[0], restored!, { agentId, at });
    }
    return restored!;
  });
}

/** Archives a merged memory that has no sources any more; `restored` was the last one. */
async function undoMerge(
  tx: Transaction,
  mergedId: string,
  restored: Memory,
  { agentId, at }: { agentId: string; at: number },
): Promise<void> {
  const merged = await toChange(tx, mergedId);
  if (merged === null || !merged.mergedFrom.includes(restored.memoryId)) return;
  const otherIds = merged.mergedFrom.filter((source) => source !== restored.memoryId);
  const others = await tx.memories.forUpdate(otherIds);
  const undone =
    others.length === otherIds.length &&
    others.every(({ supersededBy }) => supersededBy !== mergedId) &&
    merged.updatedAt === merged.createdAt &&
    !isArchived(merged, at) &&
    !(await replacesOthers(tx, merged));
  if (undone)
    await writeChanges(tx, [merged], [{ kind: 'archived', agentId, at, fields: { archivedAt: at } }]);
}

/**
 * Returns null if the memory is unknown, or if the caller may not change it: restoring a memory does not
 * require ownership of the memory that was merged from it.
 */
async function toChange(tx: Transaction, memoryId: string): Promise<Memory | null> {
  try {
    const [memory = null] = await tx.memories.forUpdate([memoryId]);
    return memory;
  } catch (error) {
    if (error instanceof AppError && error.code === 'forbidden') return null;
    throw error;
  }
}

/** Returns whether the memory has superseded others, which were not merged into it. */
async function replacesOthers(tx: Transaction, { memoryId, mergedFrom }: Memory): Promise<boolean> {
  const relations = await tx.relations.of([memoryId], 'supersedes');
  return relations.some(({ from, to }) => from === memoryId && !mergedFrom.includes(to));
}

/** Adds the named agents; without names the memory is shared with all. Throws `too_many_shares`. */
export function share(
  deps: MemoryDependencies,
  memoryId: string,
  agentId: string,
  targets: readonly string[] | undefined,
): Promise<Memory> {
  const at = deps.clock();
  return deps.withTransaction((tx) =>
    changeMemory(tx, memoryId, (memory) => {
      if (isArchived(memory, at)) throw notFound(memory);
      const sharedWith = addShares(memory.sharedWith, targets ?? 'all');
      const unchanged =
        sharedWith.length === memory.sharedWith.length && typeof sharedWith === typeof memory.sharedWith;
      return { kind: 'shared', agentId, at, fields: unchanged ? null : { sharedWith } };
    }),
  );
}

/** Changes fields and returns the related memories. New content is embedded first. */
export async function updateMemory(
  deps: MemoryDependencies,
  memoryId: string,
  agentId: string,
  update: MemoryUpdate,
): Promise<RelatedMemories & { memory: Memory; warnings: ContentWarning[] }> {
  const before = await deps.store.byId(memoryId);
  if (before === null || isArchived(before, deps.clock())) throw notFound(before);
  const { content, warnings } =
    update.content === undefined
      ? { content: undefined, warnings: [] }
      : screenContent(update.content, deps.secretPolicy);
  const project =
    update.project === undefined || update.project === null
      ? update.project
      : await deps.store.proposeProject(update.project);
  // The previous turn is not known any more, so a rewritten turn is embedded without it.
  const vectors =
    content === undefined
      ? undefined
      : await embedMemory(deps.embedder, { speaker: before.speaker, content }, null);
  const fields = {
    ...(content === undefined ? {} : { content }),
    ...(update.type === undefined ? {} : { type: update.type }),
    ...(update.importance === undefined ? {} : { importance: update.importance }),
    ...(update.tags === undefined ? {} : { tags: normalTags(update.tags) }),
    ...(project === undefined ? {} : { project }),
  };
  const related =
    vectors === undefined
      ? NOTHING_RELATED
      : await findRelated(deps, { ...before, ...fields }, vectors.content, { ids: [memoryId] });
  const at = deps.clock();
  const memory = await deps.withTransaction(async (tx) => {
    const changed = await changeMemory(tx, memoryId, (current) => {
      if (isArchived(current, at)) throw notFound(current);
      return { kind: 'updated', agentId, at, fields, ...(vectors === undefined ? {} : { vectors }) };
    });
    await keepConflicts(tx, changed, related.conflicts, at);
    return changed;
  });
  return { memory, ...related, warnings };
}

function notFound(memory: Memory | null): AppError {
  return new AppError(
    'memory_not_found',
    memory === null ? 'No memory has this memory_id' : 'The memory with this memory_id is archived',
  );
}
