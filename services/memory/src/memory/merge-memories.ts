import { AppError } from '@anima/service/errors';
import { embedMemory } from '../embedding/embed-memory.js';
import {
  findRelated,
  keepConflicts,
  NOTHING_RELATED,
  type RelatedMemories,
} from '../related/find-related.js';
import { BY_MERGE } from '../relations/relation.js';
import { supersedes } from '../relations/supersede.js';
import { addShares, isArchived, type Memory } from './memory.js';
import type { MemoryDependencies } from './memory-dependencies.js';
import type { NewMemory } from './memory-store.js';
import { mergeContents } from './merge-content.js';
import { findRedundant, type RedundantSentence, stillLeftOut } from './restated.js';
import { allFound, insertMemories, memoriesToChange, writeChanges } from './write-memories.js';

export interface MergeCommand {
  /** The caller chooses the id, so that a repeated call finds the memory of the first call. */
  memoryId: string;
  sourceIds: readonly string[];
  agentId: string;
  maxContentBytes: number;
}

/**
 * Merges memories into one: all their sentences, tags and shares, and the highest importance. The sources are
 * archived and refer to it in `supersededBy`. Runs in one transaction; throws memory_not_found,
 * merge_refused, too_many_shares or content_too_large without any change.
 */
export async function mergeMemories(
  deps: MemoryDependencies,
  command: MergeCommand,
): Promise<RelatedMemories & { memory: Memory; leftOut: RedundantSentence[] }> {
  const { store, clock } = deps;
  const { memoryId, sourceIds, agentId } = command;
  const done = await store.byId(memoryId);
  if (done !== null) return { memory: done, leftOut: [], ...NOTHING_RELATED };

  const read = allFound(sourceIds, await store.byIds(sourceIds));
  const at = clock();
  assertMergeable(read, at);
  const contents = contentsOf(read);
  const restated = isOfOneSpeaker(read) ? await findRedundant(deps, contents) : [];
  const content = mergeContents(contents, new Set(restated.map(({ key }) => key)));
  const merged = { ...combine(read, at), content };
  const bytes = Buffer.byteLength(merged.content);
  if (bytes > command.maxContentBytes) {
    throw new AppError(
      'content_too_large',
      `Expected at most ${command.maxContentBytes} bytes of merged content, received ${bytes}`,
    );
  }
  const created: NewMemory = {
    ...merged,
    memoryId,
    sourceAgent: agentId,
    mergedFrom: [...sourceIds],
    vectors: await embedMemory(deps.embedder, merged, null),
  };
  const related = await findRelated(deps, created, created.vectors.content, { ids: sourceIds });
  const memory = await deps.withTransaction(async (tx) => {
    const current = await memoriesToChange(tx, sourceIds);
    // Each of them can have changed while the text was embedded.
    if (current.some((memory, i) => stateOf(memory) !== stateOf(read[i]!))) {
      throw refused('One of these memories was changed at the same time; try again');
    }
    const fields = { archivedAt: at, supersededBy: memoryId };
    await writeChanges(
      tx,
      current,
      current.map(() => ({ kind: 'merged', agentId, at, fields })),
    );
    const by = { by: BY_MERGE, reason: null, at };
    await tx.relations.put(sourceIds.map((sourceId) => supersedes(memoryId, sourceId, by)));
    const [inserted] = await insertMemories(tx, [created]);
    await keepConflicts(tx, inserted!, related.conflicts, at);
    return inserted!;
  });
  return { memory, leftOut: stillLeftOut(restated, content), ...related };
}

/** Serialises all fields except the access counts. */
function stateOf({ accessCount: _, lastAccessedAt: __, ...state }: Memory): string {
  return JSON.stringify(state);
}

function assertMergeable(memories: readonly Memory[], now: number): void {
  for (const memory of memories) {
    if (isArchived(memory, now)) throw refused(`The memory ${memory.memoryId} is archived`);
    if (memory.project?.projectId !== memories[0]!.project?.projectId)
      throw refused('Expected memories of one project, received memories of several');
  }
}

/** Starts with the longest content; the others are appended in the order of their age. */
function contentsOf(memories: readonly Memory[]): string[] {
  const longest = longestOf(memories);
  const inOrder = [longest, ...oldestFirst(memories).filter((memory) => memory !== longest)];
  const hasOneSpeaker = isOfOneSpeaker(memories);
  return inOrder.map(({ speaker, content }) =>
    hasOneSpeaker || speaker === null ? content : `${speaker}: ${content}`,
  );
}

function isOfOneSpeaker(memories: readonly Memory[]): boolean {
  return new Set(memories.map(({ speaker }) => speaker)).size === 1;
}

function oldestFirst(memories: readonly Memory[]): Memory[] {
  return memories.toSorted((a, b) => a.createdAt - b.createdAt || a.key - b.key);
}

function longestOf(memories: readonly Memory[]): Memory {
  return oldestFirst(memories).reduce((best, memory) =>
    memory.content.length > best.content.length ? memory : best,
  );
}

/** Combines all fields of the memories except the content. */
function combine(
  memories: readonly Memory[],
  now: number,
): Omit<NewMemory, 'memoryId' | 'sourceAgent' | 'vectors' | 'content'> {
  const byAge = oldestFirst(memories);
  const longest = longestOf(memories);
  const weightiest = byAge.reduce((best, memory) => (memory.importance >= best.importance ? memory : best));
  return {
    type: weightiest.type,
    importance: weightiest.importance,
    project: longest.project,
    tags: [...new Set(byAge.flatMap(({ tags }) => tags))],
    createdAt: now,
    occurredAt: Math.max(...memories.map(({ occurredAt, createdAt }) => occurredAt ?? createdAt)),
    expiresAt: latestEnd(memories),
    conversationId: null,
    impliedConversation: null,
    speaker: isOfOneSpeaker(memories) ? longest.speaker : null,
    role: isOfOneSpeaker(memories) ? longest.role : null,
    origin: 'merge',
    sourcePath: null,
    sourceLine: null,
    sourceKey: null,
    sharedWith: addShares(...memories.map(({ sharedWith }) => sharedWith)),
  };
}

/** Returns the latest expiry; null if one of the memories does not expire. */
function latestEnd(memories: readonly Memory[]): number | null {
  const ends = memories.map(({ expiresAt }) => expiresAt).filter((end) => end !== null);
  return ends.length === memories.length ? Math.max(...ends) : null;
}

function refused(message: string): AppError {
  return new AppError('merge_refused', message);
}
