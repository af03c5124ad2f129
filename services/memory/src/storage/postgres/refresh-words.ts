import type { Postgres } from '@anima/service/postgres';
import { TEXT_VERSION } from '../../search/text/analyse-text.js';
import { MEMORIES_WITH_PROJECT, MEMORY_COLUMNS, type MemoryRow, memoryFromRow } from './memory-row.js';
import { writeTextColumns } from './search-rows.js';

/** Memories per transaction, during which no other process writes: some hundred milliseconds. */
const BATCH = 500;

/**
 * Derives the words of all memories again if an older version of the text analysis wrote them. It can be
 * interrupted: the next start repeats it. A process of an older version that runs at the same time still
 * writes its own words.
 */
export async function refreshWords(db: Postgres): Promise<void> {
  const [state] = await db.query<{ text_version: number }>('SELECT text_version FROM store_state');
  if (state === undefined || state.text_version >= TEXT_VERSION) return;
  let last: number | null = 0;
  while (last !== null) {
    const after: number = last;
    last = await db.transaction(async (tx) => {
      await tx.query('SELECT 1 FROM store_state FOR UPDATE');
      const rows = await tx.query<MemoryRow>(
        `SELECT ${MEMORY_COLUMNS} FROM ${MEMORIES_WITH_PROJECT} WHERE memory_key > $1 ORDER BY memory_key LIMIT ${BATCH}`,
        [after],
      );
      if (rows.length > 0) await writeTextColumns(tx, rows.map(memoryFromRow));
      else await tx.query('UPDATE store_state SET text_version = $1', [TEXT_VERSION]);
      return rows.at(-1)?.memory_key ?? null;
    });
  }
}
