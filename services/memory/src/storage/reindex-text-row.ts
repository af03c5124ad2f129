import type { MemoryText } from '../embedding/reindex.js';
import { conversationKey } from '../memory/conversation/conversation-key.js';

/** Row that `MEMORY_TEXTS` selects, in either database. */
export interface TextRow {
  memory_key: number;
  text_seq: number;
  speaker: string | null;
  content: string;
  project_id: string | null;
  conversation_id: string | null;
  implied_conversation: string | null;
  /** A number in SQLite, which has no booleans. */
  has_context: boolean | number;
}

/** Query for the texts to re-embed; callers append a condition and an order. */
export const MEMORY_TEXTS = `
  SELECT memory_key, text_seq, speaker, memories.content, project_id, conversation_id, implied_conversation,
    context IS NOT NULL AS has_context
  FROM memories LEFT JOIN memory_vectors USING (memory_key) LEFT JOIN projects USING (project_key)`;

export function textFromRow(row: TextRow): MemoryText {
  return {
    key: row.memory_key,
    textSeq: row.text_seq,
    speaker: row.speaker,
    content: row.content,
    conversation: conversationKey({
      project: row.project_id === null ? null : { projectId: row.project_id },
      conversationId: row.conversation_id,
      impliedConversation: row.implied_conversation,
    }),
    hasContext: Boolean(row.has_context),
  };
}
