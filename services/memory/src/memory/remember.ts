import { AppError } from '@anima/service/errors';
import { embedMemory } from '../embedding/embed-memory.js';
import {
  findRelated,
  keepConflicts,
  NOTHING_RELATED,
  type RelatedMemories,
} from '../related/find-related.js';
import { supersedeIn } from '../relations/supersede.js';
import { type ContentWarning, type SecretPolicy, screenContent, stricterPolicy } from '../secrets/secrets.js';
import type { Transaction } from '../storage/transaction.js';
import { conversationKey } from './conversation/conversation-key.js';
import type { Memory, MemoryRole, MemoryType, Project } from './memory.js';
import type { MemoryDependencies } from './memory-dependencies.js';
import type { NewMemory } from './memory-store.js';
import { normalTags } from './normal-name.js';
import { requireValidity } from './validity.js';
import { insertMemories } from './write-memories.js';

export interface RememberCommand {
  /** The caller chooses the id, so that a repeated call finds the memory of the first call. */
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
  /** Role of the speaker. */
  role?: MemoryRole | null;
  occurredAt: number | null;
  validFrom?: number | null;
  validUntil?: number | null;
  /** Memories that this memory supersedes; they are archived with it, see supersede.ts. */
  supersedes?: readonly string[];
  /** Where the text comes from. No other memory of the project can have the key; else throws `file_exists`. */
  source?: { path: string; key: string };
  /** The policy that the caller requests. The policy of the service applies if it is stricter. */
  secretPolicy?: SecretPolicy | null;
}

/** The stored memory and the earlier memories that are related to it. All of them stay stored. */
export interface Remembered extends RelatedMemories {
  memory: Memory;
  warnings: ContentWarning[];
}

/** Stores a memory. It is durable when the promise resolves, and every later recall finds it. */
export async function remember(deps: MemoryDependencies, command: RememberCommand): Promise<Remembered> {
  const { tails, clock } = deps;
  const { content, warnings } = screenContent(
    command.content,
    stricterPolicy(deps.secretPolicy, command.secretPolicy ?? 'warn'),
  );
  const { project, stored } = await tails.inOrder(lookUp(deps, command));
  if (stored !== null) return { memory: stored, ...NOTHING_RELATED, warnings };

  const { conversationId, speaker, occurredAt, supersedes = [] } = command;
  const createdAt = clock();
  const { validFrom = null, validUntil = null } = command;
  requireValidity({ validFrom, validUntil, occurredAt, createdAt });
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
  let isStored = false;
  try {
    const vectors = await embedMemory(deps.embedder, turn, (await place?.previous) ?? null);
    await place?.turnCame;
    const created: NewMemory = {
      memoryId: command.memoryId,
      content,
      type: command.type,
      importance: command.importance,
      project,
      tags: normalTags(command.tags),
      sourceAgent: command.sourceAgent,
      createdAt,
      occurredAt,
      validFrom,
      validUntil,
      expiresAt: command.ttlSeconds === null ? null : createdAt + command.ttlSeconds * 1000,
      conversationId,
      impliedConversation,
      speaker,
      role: command.role ?? null,
      origin: 'api',
      sourcePath: command.source?.path ?? null,
      sourceLine: null,
      sourceKey: command.source?.key ?? null,
      vectors,
    };
    const related = await findRelated(deps, created, vectors.content, { ids: supersedes });
    const at = clock();
    const memory = await deps.withTransaction(async (tx) => {
      if (command.source !== undefined) await requireNewSource(tx, project, command.source);
      const [stored] = await insertMemories(tx, [created]);
      const by = { agentId: command.sourceAgent, at, reason: null };
      if (supersedes.length > 0) await supersedeIn(tx, stored!, supersedes, by);
      await keepConflicts(tx, stored!, related.conflicts, at);
      return stored!;
    });
    isStored = true;
    return { memory, ...related, warnings };
  } finally {
    place?.leave(isStored);
  }
}

async function requireNewSource(
  tx: Transaction,
  project: Project | null,
  { path, key }: { path: string; key: string },
): Promise<void> {
  const known = await tx.memories.sourceKeys(project, [key]);
  if (known.size > 0) throw new AppError('file_exists', `A memory with the source ${path} exists`);
}

async function lookUp({ store }: MemoryDependencies, { project, memoryId }: RememberCommand) {
  return {
    project: project === null ? null : await store.proposeProject(project),
    stored: await store.byId(memoryId),
  };
}
