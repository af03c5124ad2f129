import type { MemorySearch } from '../../ports/memory-search.js';
import type { MemoryStore } from '../../ports/memory-store.js';
import type { Turn } from './conversation-tails.js';

/** The last turn of a conversation among the stored memories. */
export async function lastStoredTurn(
  { store, search }: { store: Pick<MemoryStore, 'byKeys'>; search: Pick<MemorySearch, 'lastOfConversation'> },
  conversation: string,
): Promise<Turn | null> {
  const key = await search.lastOfConversation(conversation);
  if (key === null) return null;
  const [turn] = await store.byKeys([key]);
  return turn ?? null;
}
