import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { conversationKey } from '../../domain/conversation/conversation-key.js';
import type { ReindexSource } from '../../ports/reindex.js';

interface TextRow {
  memory_key: number;
  text_seq: number;
  speaker: string | null;
  content: string;
  project_id: string | null;
  conversation_id: string | null;
  implied_conversation: string | null;
  has_context: number;
}

/** Every call reads by itself, so that no writer's log has to be kept for it. */
export function createSqliteReindexSource(db: DatabaseSyncInstance): ReindexSource {
  const selectMemories = db.prepare(`
    SELECT memory_key, text_seq, speaker, memories.content, project_id, conversation_id, implied_conversation,
      context IS NOT NULL AS has_context
    FROM memories LEFT JOIN memory_vectors USING (memory_key) LEFT JOIN projects USING (project_key)
    WHERE memory_key > ? ORDER BY memory_key LIMIT ?`);
  const selectQuestions = db.prepare(
    'SELECT entry_key AS key, query FROM cached_responses WHERE entry_key > ? ORDER BY entry_key LIMIT ?',
  );
  const selectCount = db.prepare(`
    SELECT (SELECT count(*) FROM memories) + (SELECT count(DISTINCT query) FROM cached_responses) AS texts`);
  return {
    memories: (afterKey, limit) =>
      (selectMemories.all(afterKey, limit) as unknown as TextRow[]).map((row) => ({
        key: row.memory_key,
        textSeq: row.text_seq,
        speaker: row.speaker,
        content: row.content,
        conversation: conversationKey({
          project: row.project_id === null ? null : { projectId: row.project_id },
          conversationId: row.conversation_id,
          impliedConversation: row.implied_conversation,
        }),
        hasContext: row.has_context === 1,
      })),
    questions: (afterKey, limit) =>
      selectQuestions.all(afterKey, limit) as unknown as { key: number; query: string }[],
    count: () => (selectCount.get() as { texts: number }).texts,
  };
}
