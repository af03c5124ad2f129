import { AppError } from '@anima/service/errors';

/** What a memory is: the record that every part of the service speaks of. Times are ms since the epoch. */

export const memoryTypes = [
  'decision',
  'error',
  'pattern',
  'entity',
  'preference',
  'context',
  'fact',
] as const;
export type MemoryType = (typeof memoryTypes)[number];

export const memoryOrigins = ['api', 'import', 'foreign', 'merge'] as const;
export type MemoryOrigin = (typeof memoryOrigins)[number];

export interface Project {
  projectId: string;
  name: string;
  createdAt: number;
}

/** Agents that may read a memory besides its writer: all of them, or those named. */
export type SharedWith = 'all' | readonly string[];

export interface Memory {
  /** Integer key in the database: ascending in order of arrival, never reused. Not shown outside. */
  key: number;
  memoryId: string;
  content: string;
  type: MemoryType;
  importance: number;
  project: Project | null;
  tags: readonly string[];
  sourceAgent: string;
  createdAt: number;
  updatedAt: number;
  /** When it happened, if that was told. */
  occurredAt: number | null;
  expiresAt: number | null;
  archivedAt: number | null;
  sharedWith: SharedWith;
  supersededBy: string | null;
  mergedFrom: readonly string[];
  accessCount: number;
  lastAccessedAt: number | null;
  conversationId: string | null;
  /** Without a conversation_id: the conversation it plainly belongs to all the same. Not shown outside. */
  impliedConversation: string | null;
  speaker: string | null;
  origin: MemoryOrigin;
  /** The file it was imported from, its line there (from 1), and what identifies it, so that it is imported once. */
  sourcePath: string | null;
  sourceLine: number | null;
  /** Not shown outside. */
  sourceKey: string | null;
}

/** The vectors of one memory: one a window of its content, and one of the previous turn and this one. */
export interface MemoryVectors {
  content: readonly Float32Array[];
  context: Float32Array | null;
}

/** An expired memory counts as archived from the very moment, even before the sweep has written it down. */
export function isArchived(memory: Memory, now: number): boolean {
  return memory.archivedAt !== null || (memory.expiresAt !== null && memory.expiresAt <= now);
}

export function isSharedWith({ sharedWith }: Pick<Memory, 'sharedWith'>, agentId: string): boolean {
  return sharedWith === 'all' || sharedWith.includes(agentId);
}

/** Every event, answer and entry of the history repeats them: whoever means more agents means all. */
export const MAX_SHARES = 256;

/**
 * Named agents add up; once shared with all, a memory stays shared with all. Refuses more than MAX_SHARES with `too_many_shares`, but
 * for those of an archive that one memory brought.
 */
export function addShares(...shares: readonly SharedWith[]): SharedWith {
  if (shares.includes('all')) return 'all';
  const agents = [...new Set(shares.flat())];
  if (agents.length <= Math.max(MAX_SHARES, ...shares.map(({ length }) => length))) return agents;
  throw new AppError(
    'too_many_shares',
    `Expected at most ${MAX_SHARES} agents that one memory is shared with, received ${agents.length}; share it with all`,
  );
}
