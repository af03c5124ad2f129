import { conversationKey } from '../../memory/conversation/conversation-key.js';
import type { Memory, MemoryVectors } from '../../memory/memory.js';
import type { CommittedChange } from '../../memory/memory-store.js';
import type { IndexPatch } from '../index/memory-index.js';
import { describeTurn } from '../ranking/describe-turn.js';
import type { IndexEntry } from '../signals.js';
import { analyseText } from '../text/analyse-text.js';

/** Receives index entries. The index implements it, and so does the model in its tests. */
export interface EntryHolder {
  /** Number of the last change such that the index contains it and all earlier changes. */
  changeSeq: number;
  has(key: number): boolean;
  add(entry: IndexEntry): unknown;
  replace(entry: IndexEntry): unknown;
  patch(key: number, changes: IndexPatch): void;
}

function toIndexEntry(memory: Memory, vectors: MemoryVectors): IndexEntry {
  const { facts, header } = describeTurn(memory);
  return {
    key: memory.key,
    type: memory.type,
    importance: memory.importance,
    projectId: memory.project?.projectId ?? null,
    tags: memory.tags,
    sourceAgent: memory.sourceAgent,
    createdAt: memory.createdAt,
    occurredAt: memory.occurredAt,
    expiresAt: memory.expiresAt,
    archived: memory.archivedAt !== null,
    sharedWith: memory.sharedWith,
    conversation: conversationKey(memory),
    speaker: memory.speaker,
    facts,
    bodyTerms: analyseText(memory.content),
    headerTerms: analyseText(header),
    vectors: vectors.content,
    contextVector: vectors.context,
  };
}

/**
 * Applies a change that the store has just made durable. If a change cannot be applied, `changeSeq` stays
 * below its number, whatever follows, so the index is known to be incomplete.
 */
export function followStore(index: EntryHolder, change: CommittedChange): void {
  applyToIndex(index, change);
  if (change.changeSeq === index.changeSeq + 1) index.changeSeq = change.changeSeq;
}

/** Applies the state of a memory. `vectors` is required if its text can be new to the index. */
export function applyToIndex(
  index: EntryHolder,
  { memory, vectors }: { memory: Memory; vectors: MemoryVectors | null },
): void {
  if (!index.has(memory.key)) {
    if (vectors === null) throw new Error(`memory ${memory.key} changed before the index knew it`);
    index.add(toIndexEntry(memory, vectors));
  } else if (vectors !== null) {
    index.replace(toIndexEntry(memory, vectors));
  } else {
    index.patch(memory.key, {
      type: memory.type,
      importance: memory.importance,
      tags: memory.tags,
      projectId: memory.project?.projectId ?? null,
      conversation: conversationKey(memory),
      archived: memory.archivedAt !== null,
      expiresAt: memory.expiresAt,
      sharedWith: memory.sharedWith,
    });
  }
}
