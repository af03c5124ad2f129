import { DAY_MS } from '../../search/ranking/calendar.js';

/** Detects conversations in the memories without a `conversation_id` of an agent and project. */
export interface UnmarkedTurns {
  /** Returns the conversation of this memory, or null. Call it in order of arrival. */
  conversationOf(memory: UnmarkedMemory): string | null;
}

const MAX_WRITERS = 10_000;

/** A restart starts new conversations, since it is usually also a pause in the conversation. */
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

/** The fields of a memory without a `conversation_id` that decide its conversation. */
export interface UnmarkedMemory {
  projectId: string | null;
  sourceAgent: string;
  speaker: string | null;
  occurredAt: number | null;
  createdAt: number;
}

/** Turns of one conversation are seldom further apart. */
const MAX_PAUSE_MS = 30 * 60_000;

/**
 * Returns whether a memory continues the conversation of the previous memory (by arrival) although neither
 * has a conversation id. The conditions are strict, since the neighbours' signals help turns and harm notes
 * (R@5 1.00 -> 0.978 on unrelated notes):
 *
 * - Both memories have the same project (not null) and the same agent.
 * - Both name a speaker; notes do not.
 * - Both or neither have a time of the event, and these times are within half an hour. Without such times,
 *   the times of writing must be within half an hour; with them, an old conversation can be imported at any
 *   speed.
 */
export function continuesConversation(previous: UnmarkedMemory, memory: UnmarkedMemory): boolean {
  if (memory.projectId === null || memory.projectId !== previous.projectId) return false;
  if (memory.sourceAgent !== previous.sourceAgent) return false;
  if (memory.speaker === null || previous.speaker === null) return false;
  if ((memory.occurredAt === null) !== (previous.occurredAt === null)) return false;
  const pauseMs = timeOf(memory) - timeOf(previous);
  return pauseMs >= 0 && pauseMs <= MAX_PAUSE_MS;
}

/**
 * Returns the conversation key of a memory without `conversation_id`, or null if it is not part of a
 * conversation. `previous` is the last memory without an id of the same agent and project, with its key. The
 * key is made of the first turn: project, agent, and the minute in which the conversation started, so that
 * the same import gives the same keys.
 */
export function impliedConversation(
  previous: (UnmarkedMemory & { conversation: string | null }) | null,
  memory: UnmarkedMemory,
): string | null {
  if (memory.projectId === null || memory.speaker === null) return null;
  if (previous?.conversation != null && continuesConversation(previous, memory)) return previous.conversation;
  const time = timeOf(memory);
  const day = Math.floor(time / DAY_MS);
  const minute = Math.floor((time % DAY_MS) / 60_000);
  return `${memory.projectId}/implied/${memory.sourceAgent}/${day}-${minute}`;
}

function timeOf({ occurredAt, createdAt }: UnmarkedMemory): number {
  return occurredAt ?? createdAt;
}
