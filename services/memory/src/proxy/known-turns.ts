import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { ChatMessage } from './chat-protocol.js';

/**
 * Callers send the whole conversation with each request, without the memories that the proxy has added. The proxy therefore
 * remembers what it added to each message of the user, and adds the same text again at the same position. So the upstream
 * receives the same beginning as before, and its prompt cache stays valid.
 */
export interface KnownTurn {
  conversationId: string;
  /** Memories that were added to the message; null: none. */
  block: string | null;
  memoryIds: readonly string[];
  /** Whether the message of the user is stored. */
  isStored: boolean;
  /** Digests of the stored responses: a repeated request may have the same response. */
  answers: readonly string[];
}

export interface KnownTurns {
  of(key: string): KnownTurn | undefined;
  note(key: string, turn: KnownTurn): void;
}

const MAX_BYTES = 32 * 1024 * 1024;
/** Keys, ids and the overhead of an entry. */
const ENTRY_BYTES = 400;

/** Creates a store in memory, which evicts the least recently used turns. After a restart, the blocks are not added again. */
export function createKnownTurns(): KnownTurns {
  const turns = new LRUCache<string, KnownTurn>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ block, memoryIds, answers }) =>
      ENTRY_BYTES + 2 * (block?.length ?? 0) + 80 * (memoryIds.length + answers.length),
  });
  return {
    of: (key) => turns.get(key),
    note: (key, turn) => void turns.set(key, turn),
  };
}

/**
 * Returns a key for each message of the user: a digest of all texts up to this message. `scope` separates callers and projects.
 */
export function turnKeys(scope: readonly string[], messages: readonly ChatMessage[]): (string | null)[] {
  let last = digest('', JSON.stringify(scope));
  return messages.map(({ kind, text }) => {
    if (kind === 'other') return null;
    last = digest(last, `${kind}\n${text}`);
    return kind === 'user' ? last : null;
  });
}

export const digest = (before: string, text: string): string =>
  createHash('sha256').update(before).update(text).digest('base64url');
