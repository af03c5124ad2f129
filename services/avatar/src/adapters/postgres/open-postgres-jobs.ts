import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { OnClose } from '@anima/service/process';
import { loadScaleOut } from '@anima/service/scale-out';
import type { JobStorage } from '../../jobs/job-storage.js';
import { knownSecret } from '../../storage/secret-file.js';
import { hasTakenJobs, saveJobs, takeJobs } from './copy-jobs.js';
import { createPostgresJobQueue } from './job-queue.js';
import { createPostgresJobRecords } from './job-records.js';
import { openReadyJobs } from './ready-jobs.js';
import { migrateJobs } from './schema.js';
import { sharedSecret } from './shared-secret.js';
import { openSharedSettings } from './shared-settings.js';
import { createPostgresWebhookOutbox } from './webhook-outbox.js';
import { createPostgresWorkers } from './workers.js';

/** Jobs in a database of several processes. */
export async function openPostgresJobs(
  { url, dataDir }: { url: string; dataDir: string },
  { onTrouble, onClose }: { onTrouble: (error: unknown) => void; onClose: OnClose },
): Promise<JobStorage> {
  const { openPostgres, openPostgresEventLog, openPostgresIdempotencyStore } = await loadScaleOut(
    'postgres',
    'AVATAR_DATABASE_URL',
  );
  const db = openPostgres({ url, name: 'anima avatar', onError: onTrouble });
  onClose(() => db.close());
  await migrateJobs(db);
  const events = await openPostgresEventLog(db);
  const ready = await openReadyJobs(db);
  return {
    isShared: true,
    // Each start has a new id: the jobs of the previous run are reclaimed when their lease ends.
    worker: `${hostname()}-${process.pid}-${randomUUID()}`,
    events,
    idempotency: await openPostgresIdempotencyStore(db),
    queue: createPostgresJobQueue({ db, ready, events }),
    records: createPostgresJobRecords(db),
    outbox: createPostgresWebhookOutbox(db),
    workers: createPostgresWorkers(db),
    async shareSettings(file) {
      const settings = await openSharedSettings(db, file, onTrouble);
      onClose(() => settings.close());
      return settings;
    },
    // Keeps the secret that this folder used before it had a database, because receivers already know it.
    secret: async (name) => sharedSecret(db, name, await knownSecret(join(dataDir, name))),
    folderOfAll: (id) => sharedSecret(db, 'folder-id', id),
    saveJobs: (path) => saveJobs(db, path),
    takeJobs: (path, restoreId) => takeJobs(db, ready, path, restoreId),
    hasTakenJobs: (restoreId) => hasTakenJobs(db, restoreId),
    async probe() {
      await db.query('SELECT 1');
    },
  };
}
