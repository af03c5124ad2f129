import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import type { ReindexSource } from '../../embedding/reindex.js';
import { MEMORY_TEXTS, type TextRow, textFromRow } from '../reindex-text-row.js';

/** Creates a source whose calls each use a separate read transaction, so that the WAL does not grow. */
export function createSqliteReindexSource(db: DatabaseSyncInstance): ReindexSource {
  const selectMemories = db.prepare(`${MEMORY_TEXTS} WHERE memory_key > ? ORDER BY memory_key LIMIT ?`);
  const selectQuestions = db.prepare(
    'SELECT entry_key AS key, query FROM cached_responses WHERE entry_key > ? ORDER BY entry_key LIMIT ?',
  );
  const selectCount = db.prepare(`
    SELECT (SELECT count(*) FROM memories) + (SELECT count(DISTINCT query) FROM cached_responses) AS texts`);
  return {
    memories: (afterKey, limit) =>
      (selectMemories.all(afterKey, limit) as unknown as TextRow[]).map(textFromRow),
    questions: (afterKey, limit) =>
      selectQuestions.all(afterKey, limit) as unknown as { key: number; query: string }[],
    count: () => (selectCount.get() as { texts: number }).texts,
  };
}
