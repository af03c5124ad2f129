import { join } from 'node:path';
import type { OnClose } from '@anima/service/process';
import { createSqliteEventLog, createSqliteIdempotencyStore } from '@anima/service/sqlite';
import type { JobStorage } from '../../jobs/job-storage.js';
import { loadOrCreateSecret } from '../secret-file.js';
import { hasTakenJobs, saveJobs, takeJobs } from './copy-jobs.js';
import { createSqliteJobQueue } from './job-queue.js';
import { createSqliteJobRecords } from './job-records.js';
import { closeDatabase, openDatabase } from './open-database.js';
import { createSqliteWebhookOutbox } from './webhook-outbox.js';

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
    // The id is the same at every start, so that the worker reclaims the jobs of its last run immediately.
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
