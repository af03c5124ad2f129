import { MemoryIndex } from '@anima/memory/dist/search/index/memory-index.js';
import { describeTurn } from '@anima/memory/dist/search/ranking/describe-turn.js';
import { analyseText } from '@anima/memory/dist/search/text/analyse-text.js';
import { embedTexts } from './vector-cache.js';

/** A memory for the index, without a service, database or worker. */
export interface OfflineMemory {
  content: string;
  project: string;
  speaker?: string;
  occurredAt?: number;
  conversation?: string;
  importance?: number;
  createdAt?: number;
}

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
    return previous === undefined ? null : `${spoken[previous]}\n${spoken[at]}`;
  });
  const vectors = await embedTexts(spoken);
  const contexts = await embedTexts(pairs.map((pair) => pair ?? ''));
  const index = new MemoryIndex(384);
  for (const [at, memory] of memories.entries()) {
    const speaker = memory.speaker ?? null;
    const occurredAt = memory.occurredAt ?? null;
    const { facts, header } = describeTurn({ content: memory.content, speaker, occurredAt });
    index.add({
      key: at + 1,
      type: 'context',
      importance: memory.importance ?? 0.5,
      projectId: memory.project,
      tags: [],
      sourceAgent: 'bench',
      createdAt: memory.createdAt ?? CREATED_AT,
      occurredAt,
      expiresAt: null,
      archived: false,
      sharedWith: [],
      conversation: memory.conversation ?? null,
      speaker,
      facts,
      bodyTerms: analyseText(memory.content),
      headerTerms: analyseText(header),
      vectors: [vectors[at]!],
      contextVector: pairs[at] === null ? null : contexts[at]!,
    });
  }
  return index;
}
