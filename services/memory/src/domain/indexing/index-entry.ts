import type { CommittedChange } from '../../ports/memory-store.js';
import { conversationKey } from '../conversation/conversation-key.js';
import type { Memory, MemoryVectors } from '../memory/memory.js';
import type { IndexPatch } from '../retrieval/index/memory-index.js';
import { describeTurn } from '../retrieval/ranking/describe-turn.js';
import type { IndexEntry } from '../retrieval/signals.js';
import { analyseText } from '../retrieval/text/analyse-text.js';

/** What takes entries in: the index, and what its tests hold it against. */
export interface EntryHolder {
  /** Number of the last change that is in here with all before it. */
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
 * Brings the index up to what the store has just made durable. After a change that could not be applied its number stays
 * below that one, whatever comes later: so the index is known not to hold all.
 */
export function followStore(index: EntryHolder, change: CommittedChange): void {
  applyToIndex(index, change);
  if (change.changeSeq === index.changeSeq + 1) index.changeSeq = change.changeSeq;
}

/** The memory as the store has it now; with vectors where its text may be new to the index. */
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
