import { join } from 'node:path';
import type { OnClose } from '@anima/service/process';
import { createSqliteEventLog, createSqliteIdempotencyStore } from '@anima/service/sqlite';
import { loadOrCreateSecret } from './adapters/files/secret-file.js';
import { hasTakenJobs, saveJobs, takeJobs } from './adapters/sqlite/copy-jobs.js';
import { createSqliteJobQueue } from './adapters/sqlite/job-queue.js';
import { createSqliteJobRecords } from './adapters/sqlite/job-records.js';
import { closeDatabase, openDatabase } from './adapters/sqlite/open-database.js';
import { createSqliteWebhookOutbox } from './adapters/sqlite/webhook-outbox.js';
import type { JobStorage } from './job-storage.js';

/** Jobs in a file of the data directory, of this process alone. */
export async function openSqliteJobs(
  dataDir: string,
  clock: () => number,
  onClose: OnClose,
): Promise<JobStorage> {
  const db = openDatabase(dataDir);
  onClose(() => closeDatabase(db));
  const events = createSqliteEventLog(db);
  return {
    isShared: false,
    // The same at every start, so that it takes up at once what it ran when it was last ended.
    worker: await loadOrCreateSecret(join(dataDir, 'worker-id')),
    events,
    idempotency: createSqliteIdempotencyStore(db),
    queue: createSqliteJobQueue({ db, events, clock }),
    records: createSqliteJobRecords(db),
    outbox: createSqliteWebhookOutbox(db, clock),
    workers: null,
    shareSettings: async (file) => file,
    secret: (name) => loadOrCreateSecret(join(dataDir, name)),
    folderOfAll: null,
    saveJobs: (path) => saveJobs(db, path),
    takeJobs: (path, restoreId) => takeJobs(db, path, restoreId),
    hasTakenJobs: (restoreId) => hasTakenJobs(db, restoreId),
    async probe() {
      db.prepare('SELECT 1').get();
    },
  };
}
