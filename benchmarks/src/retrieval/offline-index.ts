import type { MemoryType } from '@anima/memory/dist/memory/memory.js';
import { MemoryIndex } from '@anima/memory/dist/search/index/memory-index.js';
import { describeTurn } from '@anima/memory/dist/search/ranking/describe-turn.js';
import { analyseText } from '@anima/memory/dist/search/text/analyse-text.js';
import { embedWindows } from './vector-cache.js';

/** A memory for the index, without a service, database or worker. */
export interface OfflineMemory {
  content: string;
  project: string;
  speaker?: string;
  role?: string;
  occurredAt?: number;
  conversation?: string;
  importance?: number;
  createdAt?: number;
  type?: MemoryType;
}

/** In characters, as in embed-memory.ts. */
const MAX_CONTEXT_TURN = 2_000;
const MAX_PREVIOUS = 1_000;
const CREATED_AT = Date.UTC(2026, 0, 1);

/**
 * Fills the service's index in the given order: row i is memory i. Vectors are created as in embed-memory.ts.
 */
export async function indexOffline(memories: readonly OfflineMemory[]): Promise<MemoryIndex> {
  const spoken = memories.map(({ speaker, content }) =>
    speaker === undefined ? content : `${speaker}: ${content}`,
  );
  const last = new Map<string, number>();
  const pairs = memories.map(({ conversation }, at) => {
    if (conversation === undefined) return null;
    const previous = last.get(conversation);
    last.set(conversation, at);
    if (previous === undefined || spoken[at]!.length > MAX_CONTEXT_TURN) return null;
    return `${spoken[previous]!.slice(-MAX_PREVIOUS)}\n${spoken[at]}`;
  });
  const vectors = await embedWindows(spoken);
  // The last window, which ends in this turn.
  const contexts = (await embedWindows(pairs.map((pair) => pair ?? ''))).map((windows) => windows.at(-1)!);
  const index = new MemoryIndex(384);
  for (const [at, memory] of memories.entries()) {
    const speaker = memory.speaker ?? null;
    const occurredAt = memory.occurredAt ?? null;
    const { facts, header } = describeTurn({
      content: memory.content,
      speaker,
      role: memory.role ?? null,
      occurredAt,
    });
    index.add({
      key: at + 1,
      type: memory.type ?? 'context',
      importance: memory.importance ?? 0.5,
      projectId: memory.project,
      tags: [],
      sourceAgent: 'bench',
      createdAt: memory.createdAt ?? CREATED_AT,
      occurredAt,
      expiresAt: null,
      archived: false,
      replaced: false,
      validFrom: 0,
      validUntil: null,
      heldUntil: null,
      sharedWith: [],
      conversation: memory.conversation ?? null,
      speaker,
      facts,
      bodyTerms: analyseText(memory.content),
      headerTerms: analyseText(header),
      vectors: vectors[at]!,
      contextVector: pairs[at] === null ? null : contexts[at]!,
    });
  }
  return index;
}
