import { createRequire } from 'node:module';
import { join } from 'node:path';
import { startThread } from '@anima/calls';
import { AppError } from '@anima/service/errors';
import { reindexStagePath } from './reindex-stage.js';
import { storageError } from './storage-error.js';

export type CompactReply =
  | { state: 'clean' | 'busy' }
  | { state: 'failed'; message: string; errcode: number };

export interface CompactCalls {
  compact: { ask: { databasePath: string; reindexPath: string }; answer: CompactReply };
}

/** The built file, also if this module runs from its source. */
const workerFile = createRequire(import.meta.url).resolve(
  '@anima/memory/dist/storage/sqlite/compact-worker.js',
);

/**
 * Removes all remains of deleted rows from the files of the database, and of an unfinished reindexing. It runs in a worker thread, because it
 * writes the complete database again. The caller must block all other transactions during this time; reads go
 * on. Rejects with `unavailable` if a long read prevents it.
 */
export async function compactDatabase(dataDir: string): Promise<void> {
  const thread = startThread<CompactCalls>({
    file: workerFile,
    name: 'the thread that compacts the database',
    closeMs: null,
  });
  try {
    const reply = await thread.ask('compact', {
      databasePath: join(dataDir, 'memory.db'),
      reindexPath: reindexStagePath(dataDir),
    });
    if (reply.state === 'failed')
      throw storageError(Object.assign(new Error(reply.message), { errcode: reply.errcode }));
    if (reply.state === 'busy')
      throw new AppError(
        'unavailable',
        'A reader keeps the earlier state of the database; try again shortly',
        {
          headers: { 'retry-after': '5' },
        },
      );
  } finally {
    await thread.close();
  }
}
