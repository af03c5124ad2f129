import { conversationKey } from '../domain/conversation/conversation-key.js';
import type { MemoryText } from '../ports/reindex.js';

/** A memory as `MEMORY_TEXTS` selects it, as every database gives it. */
export interface TextRow {
  memory_key: number;
  text_seq: number;
  speaker: string | null;
  content: string;
  project_id: string | null;
  conversation_id: string | null;
  implied_conversation: string | null;
  /** SQLite has no truth but numbers. */
  has_context: boolean | number;
}

/** What there is to embed anew; a condition and an order follow. */
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
