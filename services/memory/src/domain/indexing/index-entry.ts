import type { CommittedChange, MemoryStore } from '../../ports/memory-store.js';
import type { Turn } from '../conversation/conversation-tails.js';
import type { Memory, MemoryVectors } from '../memory/memory.js';
import type { MemoryIndex } from '../retrieval/index/memory-index.js';
import { describeTurn } from '../retrieval/ranking/describe-turn.js';
import type { IndexEntry } from '../retrieval/signals.js';
import { analyseText } from '../retrieval/text/analyse-text.js';

/** Conversations belong to a project: the same id in another project is another conversation. */
export function conversationKey(memory: {
  project: { projectId: string } | null;
  conversationId: string | null;
  impliedConversation: string | null;
}): string | null {
  const project = `${memory.project?.projectId ?? ''}/`;
  if (memory.conversationId !== null) return project + memory.conversationId;
  // What was implied in another project does not hold in this one.
  return memory.impliedConversation?.startsWith(project) ? memory.impliedConversation : null;
}

export function toIndexEntry(memory: Memory, vectors: MemoryVectors): IndexEntry {
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
export function followStore(index: MemoryIndex, change: CommittedChange): void {
  applyToIndex(index, change);
  if (change.changeSeq === index.changeSeq + 1) index.changeSeq = change.changeSeq;
}

/** The memory as the store has it now; with vectors where its text may be new to the index. */
export function applyToIndex(
  index: MemoryIndex,
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

/** The last turn of a conversation among the stored memories. */
export function lastStoredTurn(store: MemoryStore, index: MemoryIndex, conversation: string): Turn | null {
  const key = index.lastOfConversation(conversation);
  return key === null ? null : (store.byKeys([key])[0] ?? null);
}
