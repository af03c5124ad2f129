import { join } from 'node:path';
import { createInProcessPublisher, startEventRelay } from '@anima/service/events';
import { createAllowedPaths } from '@anima/service/files';
import type { Log, OnClose } from '@anima/service/process';
import { createSqliteEventLog, createSqliteIdempotencyStore } from '@anima/service/sqlite';
import { createRestoreCheck } from './adapters/backup/check-restored.js';
import { createRestoreArea } from './adapters/backup/restore-journal.js';
import { ownFiles } from './adapters/files/own-files.js';
import { createSettingsFile } from './adapters/files/settings-file.js';
import { bucketFolders } from './adapters/s3/bucket-folders.js';
import type { BucketStorage } from './adapters/s3/open-bucket-storage.js';
import { hasTakenJobs, saveJobs, takeJobs } from './adapters/sqlite/copy-jobs.js';
import { createSqliteJobQueue } from './adapters/sqlite/job-queue.js';
import { createSqliteJobRecords } from './adapters/sqlite/job-records.js';
import { openDatabase } from './adapters/sqlite/open-database.js';
import { createSqliteWebhookOutbox } from './adapters/sqlite/webhook-outbox.js';
import type { AvatarConfig } from './config.js';

/** The data directory, and the ports that it keeps. */
export type Storage = Awaited<ReturnType<typeof openStorage>>;

/** A restore that was interrupted is completed, or undone, before anything else is opened. */
export async function openStorage(
  config: AvatarConfig,
  clock: () => number,
  log: Log,
  onClose: OnClose,
  elsewhere: BucketStorage | null,
) {
  const dataDir = config.AVATAR_DATA_DIR;
  const db = openDatabase(dataDir);
  onClose(() => db.close());
  const events = createSqliteEventLog(db);
  const publisher = createInProcessPublisher();
  const relay = await startEventRelay({
    log: events,
    publisher,
    onError: (error) => log.error({ err: error }, 'events could not be published'),
  });
  onClose(() => relay.close());
  const paths = createAllowedPaths({
    roots: [dataDir, ...config.AVATAR_FILE_ROOTS],
    forbidden: ownFiles(dataDir),
  });
  const outside = elsewhere === null ? {} : bucketFolders(elsewhere);
  const restoreArea = createRestoreArea({
    ...{ dataDir, outside },
    check: createRestoreCheck(paths),
    takeJobs: (path, restoreId) => takeJobs(db, path, restoreId),
    hasTakenJobs: (restoreId) => hasTakenJobs(db, restoreId),
  });
  const recovery = await restoreArea.recover();
  if (recovery.outcome === 'completed') log.info('a restore that was interrupted is complete now');
  if (recovery.outcome === 'undone')
    log.error({ err: recovery.reason }, 'a restore that was interrupted is undone: it cannot be completed');
  const settings = await createSettingsFile(join(dataDir, 'settings', 'settings.json'));
  return {
    events,
    publisher,
    idempotency: createSqliteIdempotencyStore(db),
    queue: createSqliteJobQueue({ db, events, clock }),
    records: createSqliteJobRecords(db),
    outbox: createSqliteWebhookOutbox(db, clock),
    settings,
    /** What callers may name. */
    paths,
    outside,
    restoreArea,
    saveJobs: (path: string) => saveJobs(db, path),
  };
}
