import type { Postgres } from '@anima/service/postgres';
import type { ReindexSource } from '../../embedding/reindex.js';
import { MEMORY_TEXTS, type TextRow, textFromRow } from '../reindex-text-row.js';

const MEMORIES = `${MEMORY_TEXTS} WHERE memory_key > $1 ORDER BY memory_key LIMIT $2`;
const COUNT = `
  SELECT (SELECT count(*) FROM memories) + (SELECT count(DISTINCT query) FROM cached_responses) AS texts`;

export function createPostgresReindexSource(db: Postgres): ReindexSource {
  return {
    memories: async (afterKey, limit) =>
      (await db.query<TextRow>(MEMORIES, [afterKey, limit])).map(textFromRow),
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
