import { bgeSmall } from '@anima/memory/dist/embedding/calibration/bge-small-en-v1.5-int8.js';
import type { Memory } from '@anima/memory/dist/memory/memory.js';
import type { MemoryDependencies } from '@anima/memory/dist/memory/memory-dependencies.js';
import { findUpdates } from '@anima/memory/dist/recall/find-updates.js';
import { newerFirst } from '@anima/memory/dist/recall/newer-first.js';
import type { MemoryIndex } from '@anima/memory/dist/search/index/memory-index.js';
import type { DatePhrase } from '@anima/memory/dist/search/ranking/date-phrases.js';
import type { RankedRow } from '@anima/memory/dist/search/ranking/rank.js';
import { createRamSearch } from '@anima/memory/dist/storage/ram/memory-search.js';
import type { OfflineMemory } from '../retrieval/offline-index.js';

const CREATED_AT = Date.UTC(2026, 0, 1);

/**
 * Returns a function that orders ranked rows by their texts, as the service does for memories without stored relations.
 * Row i of the index is memory i. The vectors are those of bge-small.
 */
export function createOfflineOrder(index: MemoryIndex, memories: readonly OfflineMemory[]) {
  const deps = {
    search: createRamSearch(index),
    calibration: bgeSmall,
    relations: { among: async () => [] } as unknown as MemoryDependencies['relations'],
  };
  return async (
    text: string,
    dates: readonly DatePhrase[],
    ranked: readonly RankedRow[],
  ): Promise<number[]> => {
    const hits = ranked.map(({ row, parts }) => ({
      memory: asMemory(memories[row]!, row),
      semantic: parts.semantic,
    }));
    const updates = await findUpdates(deps, { text, dates }, hits);
    return newerFirst(
      ranked.map(({ row }) => row),
      (row) => (updates.get(row + 1) ?? []).map((key) => key - 1),
    );
  };
}

function asMemory(memory: OfflineMemory, row: number): Memory {
  const { content, project: name, occurredAt = null, createdAt = CREATED_AT } = memory;
  return {
    ...{ key: row + 1, memoryId: `m${row}`, content, type: memory.type ?? 'context' },
    ...{
      importance: memory.importance ?? 0.5,
      tags: [],
      sourceAgent: 'bench',
      createdAt,
      updatedAt: createdAt,
    },
    project: { projectId: name, name, createdAt: CREATED_AT },
    ...{ occurredAt, validFrom: null, validUntil: null, expiresAt: null, archivedAt: null },
    ...{ sharedWith: [], supersededBy: null, mergedFrom: [], accessCount: 0, lastAccessedAt: null },
    ...{ conversationId: memory.conversation ?? null, impliedConversation: null },
    ...{ speaker: memory.speaker ?? null, role: (memory.role ?? null) as Memory['role'], origin: 'api' },
    ...{ sourcePath: null, sourceLine: null, sourceKey: null },
  };
}
