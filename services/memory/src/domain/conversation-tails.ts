/** The last turn of a running conversation, kept by order of arrival, before its embedding is ready. */
export interface Turn {
  speaker: string | null;
  content: string;
}

export interface ConversationTails {
  /** The turn before, and makes this one the last. Call in order of arrival. */
  advance(conversation: string, turn: Turn): Turn | null;
}

const MAX_CONVERSATIONS = 10_000;

/** `lastStored` finds the last turn of a conversation that is not in RAM (after a restart, or long silent). */
export function createConversationTails(lastStored: (conversation: string) => Turn | null): ConversationTails {
  const tails = new Map<string, Turn>();
  return {
    advance(conversation, turn) {
      const previous = tails.get(conversation) ?? lastStored(conversation);
      tails.delete(conversation);
      tails.set(conversation, turn);
      if (tails.size > MAX_CONVERSATIONS) {
        const oldest = tails.keys().next();
        if (!oldest.done) tails.delete(oldest.value);
      }
      return previous;
    },
  };
}
