import { impliedConversation, type UnmarkedMemory } from '../retrieval/ranking/implied-conversation.js';

/** Follows what each agent writes into each project without a `conversation_id`, to see where it is a conversation. */
export interface UnmarkedTurns {
  /** The conversation this memory belongs to, or null. Call in order of arrival. */
  conversationOf(memory: UnmarkedMemory): string | null;
}

const MAX_WRITERS = 10_000;

/** A restart begins new conversations: a pause of that kind is one in what was said as well. */
export function createUnmarkedTurns(): UnmarkedTurns {
  const last = new Map<string, UnmarkedMemory & { conversation: string | null }>();
  return {
    conversationOf(memory) {
      const writer = JSON.stringify([memory.projectId, memory.sourceAgent]);
      const conversation = impliedConversation(last.get(writer) ?? null, memory);
      last.delete(writer);
      last.set(writer, { ...memory, conversation });
      if (last.size > MAX_WRITERS) {
        const oldest = last.keys().next();
        if (!oldest.done) last.delete(oldest.value);
      }
      return conversation;
    },
  };
}
