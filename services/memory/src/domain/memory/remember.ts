import { CAREFUL_COSINE } from '../calibration/calibration.js';
import type { MemoryDependencies } from '../dependencies.js';
import { embedMemory } from '../embedding/embed-memory.js';
import { conversationKey } from '../indexing/index-entry.js';
import { type ContentWarning, screenContent } from '../secrets/screen-content.js';
import type { Memory, MemoryType } from './memory.js';

export interface RememberCommand {
  /** Chosen by the caller, so that a repeated call finds what the first one stored. */
  memoryId: string;
  content: string;
  type: MemoryType;
  importance: number;
  /** Name or id. */
  project: string | null;
  tags: readonly string[];
  sourceAgent: string;
  ttlSeconds: number | null;
  conversationId: string | null;
  speaker: string | null;
  occurredAt: number | null;
}

export interface SimilarMemory {
  memoryId: string;
  /** Cosine, 0 to 1. */
  similarity: number;
}

export interface Remembered {
  memory: Memory;
  /** Near duplicates that were there before, most similar first. Nothing is merged or dropped for them. */
  similar: SimilarMemory[];
  warnings: ContentWarning[];
}

const MAX_SIMILAR = 5;

/** Stores one memory; when it resolves, the memory is durable and every later recall finds it. */
export async function remember(deps: MemoryDependencies, command: RememberCommand): Promise<Remembered> {
  const { store, tails, clock } = deps;
  const { content, warnings } = screenContent(command.content, deps.secretPolicy);
  const project = command.project === null ? null : store.proposeProject(command.project);
  const stored = store.byId(command.memoryId);
  if (stored !== null) return { memory: stored, similar: [], warnings };

  const { conversationId, speaker, occurredAt } = command;
  const createdAt = clock();
  const impliedConversation =
    conversationId === null
      ? deps.unmarkedTurns.conversationOf({
          projectId: project?.projectId ?? null,
          sourceAgent: command.sourceAgent,
          speaker,
          occurredAt,
          createdAt,
        })
      : null;
  const conversation = conversationKey({ project, conversationId, impliedConversation });
  const turn = { speaker, content };
  const place = conversation === null ? null : tails.enter(conversation, turn);
  try {
    const vectors = await embedMemory(deps.embedder, turn, place?.previous ?? null);
    await place?.turnCame;
    const similar = findSimilar(deps, vectors.content, project?.projectId ?? null);
    const memory = await store.insert({
      memoryId: command.memoryId,
      content,
      type: command.type,
      importance: command.importance,
      project,
      tags: [...new Set(command.tags)],
      sourceAgent: command.sourceAgent,
      createdAt,
      occurredAt,
      expiresAt: command.ttlSeconds === null ? null : createdAt + command.ttlSeconds * 1000,
      conversationId,
      impliedConversation,
      speaker,
      origin: 'api',
      sourcePath: null,
      sourceLine: null,
      sourceKey: null,
      vectors,
    });
    return { memory, similar, warnings };
  } finally {
    place?.leave();
  }
}

/** Within the same project, or among the memories without one. */
function findSimilar(
  { index, match, store, calibration, clock }: MemoryDependencies,
  vectors: readonly Float32Array[],
  projectId: string | null,
): SimilarMemory[] {
  const rows = match(projectId === null ? { globalOnly: true } : { projectId }, clock());
  const found = index.similar(vectors, rows, {
    limit: MAX_SIMILAR,
    minimum: calibration?.similarCosine ?? CAREFUL_COSINE,
  });
  const memories = new Map(store.byKeys(found.map(({ key }) => key)).map((memory) => [memory.key, memory]));
  return found.flatMap(({ key, similarity }) => {
    const memory = memories.get(key);
    return memory === undefined ? [] : [{ memoryId: memory.memoryId, similarity }];
  });
}
