import type { Postgres } from '@anima/service/postgres';
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
  has_context: boolean;
}

const MEMORIES = `
  SELECT memory_key, text_seq, speaker, memories.content, project_id, conversation_id, implied_conversation,
    context IS NOT NULL AS has_context
  FROM memories LEFT JOIN memory_vectors USING (memory_key) LEFT JOIN projects USING (project_key)
  WHERE memory_key > $1 ORDER BY memory_key LIMIT $2`;
const COUNT = `
  SELECT (SELECT count(*) FROM memories) + (SELECT count(DISTINCT query_digest) FROM cached_responses) AS texts`;

export function createPostgresReindexSource(db: Postgres): ReindexSource {
  return {
    async memories(afterKey, limit) {
      const rows = await db.query<TextRow>(MEMORIES, [afterKey, limit]);
      return rows.map((row) => ({
        key: row.memory_key,
        textSeq: row.text_seq,
        speaker: row.speaker,
        content: row.content,
        conversation: conversationKey({
          project: row.project_id === null ? null : { projectId: row.project_id },
          conversationId: row.conversation_id,
          impliedConversation: row.implied_conversation,
        }),
        hasContext: row.has_context,
      }));
    },
    questions: (afterKey, limit) =>
      db.query<{ key: number; query: string }>(
        'SELECT entry_key AS key, query FROM cached_responses WHERE entry_key > $1 ORDER BY entry_key LIMIT $2',
        [afterKey, limit],
      ),
    async count() {
      const [row] = await db.query<{ texts: number }>(COUNT);
      return row!.texts;
    },
  };
}
