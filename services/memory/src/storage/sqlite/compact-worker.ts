import { serve } from '@anima/calls';
import { DatabaseSync } from '@photostructure/sqlite';
import type { CompactCalls, CompactReply } from './compact-database.js';

serve<CompactCalls>({ compact: ({ databasePath }) => compact(databasePath) });

/**
 * Writes the complete database again, so that no page has remains of deleted rows, and empties the WAL. Waits
 * some seconds for readers.
 */
function compact(databasePath: string): CompactReply {
  const db = new DatabaseSync(databasePath);
  try {
    db.exec('PRAGMA busy_timeout = 2000; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON');
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
