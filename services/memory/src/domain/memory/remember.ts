import type { NewMemory } from '../../ports/memory-store.js';
import { CAREFUL_COSINE } from '../calibration/calibration.js';
import { conversationKey } from '../conversation/conversation-key.js';
import type { MemoryDependencies } from '../dependencies.js';
import { embedMemory } from '../embedding/embed-memory.js';
import { supersedeIn } from '../relations/supersede.js';
import { type ContentWarning, screenContent } from '../secrets/screen-content.js';
import type { Memory, MemoryType } from './memory.js';
import { insertMemories } from './write-memories.js';

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
  /** Memories that it replaces: they are archived with it, see supersede.ts. */
  supersedes?: readonly string[];
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
  const { tails, clock } = deps;
  const { content, warnings } = screenContent(command.content, deps.secretPolicy);
  const { project, stored } = await tails.inOrder(lookUp(deps, command));
  if (stored !== null) return { memory: stored, similar: [], warnings };

  const { conversationId, speaker, occurredAt, supersedes = [] } = command;
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
    const vectors = await embedMemory(deps.embedder, turn, (await place?.previous) ?? null);
    await place?.turnCame;
    const similar = await findSimilar(deps, vectors.content, project?.projectId ?? null, supersedes);
    const created: NewMemory = {
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
    };
    const at = clock();
    const memory = await deps.withTransaction(async (tx) => {
      const [stored] = await insertMemories(tx, [created]);
      const by = { agentId: command.sourceAgent, at, reason: null };
      if (supersedes.length > 0) await supersedeIn(tx, stored!, supersedes, by);
      return stored!;
    });
    return { memory, similar, warnings };
  } finally {
    place?.leave();
  }
}

async function lookUp({ store }: MemoryDependencies, { project, memoryId }: RememberCommand) {
  return {
    project: project === null ? null : await store.proposeProject(project),
    stored: await store.byId(memoryId),
  };
}

/** Within the same project, or among the memories without one, beside those that it replaces. */
async function findSimilar(
  { search, store, calibration, clock }: MemoryDependencies,
  vectors: readonly Float32Array[],
  projectId: string | null,
  supersedes: readonly string[],
): Promise<SimilarMemory[]> {
  const found = await search.similar(vectors, projectId === null ? { globalOnly: true } : { projectId }, {
    limit: MAX_SIMILAR + supersedes.length,
    minimum: calibration?.similarCosine ?? CAREFUL_COSINE,
    now: clock(),
  });
  const read = await store.byKeys(found.map(({ key }) => key));
  const memories = new Map(read.map((memory) => [memory.key, memory]));
  const similar = found.flatMap(({ key, similarity }) => {
    const memoryId = memories.get(key)?.memoryId;
    return memoryId === undefined || supersedes.includes(memoryId) ? [] : [{ memoryId, similarity }];
  });
  return similar.slice(0, MAX_SIMILAR);
}
