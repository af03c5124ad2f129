import { isInformative } from '@anima/text/informative';
import { lengthInLetters } from '@anima/text/letters';
import { type MemoryBlock, type ShownMemory, writeMemoryBlock } from '@anima/text/memory-block';
import type { MemoryDependencies } from '../memory/memory-dependencies.js';
import { recall } from '../recall/recall.js';
import type { ScoredMemory } from '../recall/scored-memory.js';
import { standingOf } from '../relations/standing.js';
import { INJECTION_RELEVANCE } from '../search/ranking/relevance.js';

export interface BlockQuery {
  prompt: string;
  /** Name or id; null: all projects. */
  project: string | null;
  /** Turns of this conversation are in the request already. */
  conversationId: string;
  /** Memories that earlier messages of the conversation have. */
  shown: ReadonlySet<string>;
  maxTokens: number;
}

/** Maximum length of a query: the beginning of a message shows its subject. */
const MAX_QUERY_CHARACTERS = 1_000;
/** Minimum length of a query by `lengthInLetters`: "yes" or "go on" need no memories. */
const MIN_QUERY_LETTERS = 10;
/** Minimum length of a stored turn that is shown. */
const MIN_TURN_LETTERS = 12;
const RECALLED = 8;

/** Recalls memories for a message: those of the project and those without a project. Returns null if none is relevant. */
export async function recallBlock(
  deps: MemoryDependencies,
  { prompt, project, conversationId, shown, maxTokens }: BlockQuery,
): Promise<MemoryBlock | null> {
  const query = prompt.slice(0, MAX_QUERY_CHARACTERS).toWellFormed();
  if (lengthInLetters(query) < MIN_QUERY_LETTERS) return null;
  const filters = project === null ? [{}] : [{ projectId: project }, { globalOnly: true }];
  const found = await Promise.all(
    filters.map((filter) =>
      recall(deps, query, { limit: RECALLED, minRelevance: INJECTION_RELEVANCE, filter }),
    ),
  );
  const fresh = found
    .flatMap(({ memories }) => memories)
    .filter(
      ({ memory }) =>
        !shown.has(memory.memoryId) &&
        memory.conversationId !== conversationId &&
        isInformative(memory, MIN_TURN_LETTERS),
    )
    .sort((a, b) => b.relevance - a.relevance);
  const now = deps.clock();
  return writeMemoryBlock(
    project,
    fresh.map((scored) => shownMemory(scored, now)),
    maxTokens,
  );
}

function shownMemory({ memory, passage, contradicts }: ScoredMemory, now: number): ShownMemory {
  return {
    memory_id: memory.memoryId,
    content: memory.content,
    created_at: new Date(memory.createdAt).toISOString(),
    occurred_at: memory.occurredAt === null ? null : new Date(memory.occurredAt).toISOString(),
    speaker: memory.speaker,
    contradicts: contradicts.map(({ memoryId }) => ({ memory_id: memoryId })),
    standing: standingOf(memory, contradicts, now),
    ...(passage === null ? {} : { passage }),
  };
}
