import { AppError } from '@anima/service/errors';
import type { NewMemory } from '../../ports/memory-store.js';
import type { MemoryDependencies } from '../dependencies.js';
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
import { mergeContents } from './merge-content.js';
import { findRedundant, type RedundantSentence, stillLeftOut } from './restated.js';
import { allFound, insertMemories, memoriesToChange, writeChanges } from './write-memories.js';

export interface MergeCommand {
  /** Chosen by the caller, so that a repeated call finds what the first one made. */
  memoryId: string;
  sourceIds: readonly string[];
  agentId: string;
  maxContentBytes: number;
}

/**
 * Makes one memory of several: all that they say, their tags and shares together, the highest importance. They are
 * archived and name it in `supersededBy`. All of it in one transaction; refused as a whole with memory_not_found,
 * merge_refused, too_many_shares or content_too_large.
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
      `Together these memories have ${bytes} bytes; at most ${command.maxContentBytes} fit into one`,
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
    // While the text was embedded, any of them may have changed.
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

/** All but how often it was read. */
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

/** The longest text says most: the others are added to it in the order of their age. */
function contentsOf(memories: readonly Memory[]): string[] {
  const longest = longestOf(memories);
  const inOrder = [longest, ...oldestFirst(memories).filter((memory) => memory !== longest)];
  const isAlone = isOfOneSpeaker(memories);
  return inOrder.map(({ speaker, content }) =>
    isAlone || speaker === null ? content : `${speaker}: ${content}`,
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

/** What the memories are together, but for the text. */
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
    origin: 'merge',
    sourcePath: null,
    sourceLine: null,
    sourceKey: null,
    sharedWith: addShares(...memories.map(({ sharedWith }) => sharedWith)),
  };
}

/** The last of the ends; none, where one of them has none. */
function latestEnd(memories: readonly Memory[]): number | null {
  const ends = memories.map(({ expiresAt }) => expiresAt).filter((end) => end !== null);
  return ends.length === memories.length ? Math.max(...ends) : null;
}

function refused(message: string): AppError {
  return new AppError('merge_refused', message);
}
