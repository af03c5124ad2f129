import { AppError } from '@anima/service/errors';

/** The record of a memory, which every part of the service uses. Times are in ms since the epoch. */

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

/** The part that the speaker of a memory has in a conversation with an assistant. */
export const memoryRoles = ['user', 'assistant', 'tool', 'system'] as const;
export type MemoryRole = (typeof memoryRoles)[number];

export interface Project {
  projectId: string;
  name: string;
  createdAt: number;
}

/** Agents that can read a memory besides its writer: all agents, or the named ones. */
export type SharedWith = 'all' | readonly string[];

export interface Memory {
  /** Integer key in the database: ascending in order of arrival, never reused. Not part of the API. */
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
  /** Time of the event, if the caller specified it. */
  occurredAt: number | null;
  expiresAt: number | null;
  archivedAt: number | null;
  sharedWith: SharedWith;
  supersededBy: string | null;
  mergedFrom: readonly string[];
  accessCount: number;
  lastAccessedAt: number | null;
  conversationId: string | null;
  /** The conversation that was inferred for a memory without a conversation_id. Not part of the API. */
  impliedConversation: string | null;
  speaker: string | null;
  role: MemoryRole | null;
  origin: MemoryOrigin;
  /** The imported file. The line starts at 1, and the key prevents a second import. */
  sourcePath: string | null;
  sourceLine: number | null;
  /** Not part of the API. */
  sourceKey: string | null;
}

/** The vectors of a memory: one per window, and one of the previous turn and this turn. */
export interface MemoryVectors {
  content: readonly Float32Array[];
  context: Float32Array | null;
}

/** Returns whether a memory is archived, or expired and not yet archived by the sweep. */
export function isArchived(memory: Memory, now: number): boolean {
  return memory.archivedAt !== null || (memory.expiresAt !== null && memory.expiresAt <= now);
}

export function isSharedWith({ sharedWith }: Pick<Memory, 'sharedWith'>, agentId: string): boolean {
  return sharedWith === 'all' || sharedWith.includes(agentId);
}

/** Every event, response and history entry repeats the list. For more names, share with all. */
export const MAX_SHARES = 256;

/**
 * Combines shares: named agents are added up, and "all" includes every agent. Throws `too_many_shares` for
 * more than MAX_SHARES agents, unless one of the memories already has more, from an archive.
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
