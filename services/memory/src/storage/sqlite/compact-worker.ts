import { existsSync } from 'node:fs';
import { serve } from '@anima/calls';
import { DatabaseSync } from '@photostructure/sqlite';
import type { CompactCalls, CompactReply } from './compact-database.js';

serve<CompactCalls>({
  compact({ databasePath, reindexPath }) {
    const reply = compact(databasePath, '');
    if (reply.state !== 'clean' || !existsSync(reindexPath)) return reply;
    return compact(reindexPath, databasePath);
  },
});

/** Removes what belongs to no memory and no cached response from the file of an unfinished reindexing. */
const REMOVE_STAGED = `
  DELETE FROM questions WHERE query NOT IN (SELECT query FROM live.cached_responses);
  DELETE FROM vectors WHERE memory_key NOT IN (SELECT memory_key FROM live.memories);
`;

/**
 * Writes the complete database again, so that no page has remains of deleted rows, and empties the WAL. Waits
 * some seconds for readers. With `livePath`, the database is the file of a reindexing of the database there.
 */
function compact(path: string, livePath: string): CompactReply {
  const db = new DatabaseSync(path);
  try {
    db.exec('PRAGMA busy_timeout = 2000; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON');
    if (livePath !== '') {
      db.prepare('ATTACH ? AS live').run(livePath);
      db.exec(`${REMOVE_STAGED} DETACH live`);
    }
    db.exec('VACUUM');
    const { busy } = db.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get() as { busy: number };
    return { state: busy === 0 ? 'clean' : 'busy' };
  } catch (error) {
    const { message, errcode = 0 } = error as Error & { errcode?: number };
    return { state: 'failed', message, errcode };
  } finally {
    db.close();
  }
}
