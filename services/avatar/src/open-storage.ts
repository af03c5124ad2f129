import { join } from 'node:path';
import { createInProcessPublisher, startEventRelay } from '@anima/service/events';
import { createAllowedPaths } from '@anima/service/files';
import type { Log, OnClose } from '@anima/service/process';
import { bucketFolders } from './adapters/s3/bucket-folders.js';
import type { BucketStorage } from './adapters/s3/open-bucket-storage.js';
import { createRestoreCheck } from './backup/check-restored.js';
import { createRestoreArea } from './backup/restore-journal.js';
import type { AvatarConfig } from './config.js';
import { openJobStorage } from './open-job-storage.js';
import { createSettingsFile } from './settings/settings-file.js';
import { ownFiles } from './storage/own-files.js';

/** The data directory and the jobs, and the ports that they keep. */
export type Storage = Awaited<ReturnType<typeof openStorage>>;

export interface StorageOptions {
  clock: () => number;
  log: Log;
  onClose: OnClose;
  recovers: boolean;
  /** Where the catalog and media lie, if not in the data directory: a restore puts them there. */
  elsewhere?: BucketStorage | null;
}

/** A restore that was interrupted is completed, or undone, before anything else is opened; by a service, not by its workers. */
export async function openStorage(
  config: AvatarConfig,
  { clock, log, onClose, recovers, elsewhere = null }: StorageOptions,
) {
  const dataDir = config.AVATAR_DATA_DIR;
  const onTrouble = (error: unknown) => log.error({ err: error }, 'the database is in trouble');
  const jobs = await openJobStorage(config, { clock, onTrouble, onClose });
  const { events } = jobs;
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
    takeJobs: jobs.takeJobs,
    hasTakenJobs: jobs.hasTakenJobs,
  });
  if (recovers) {
    const recovery = await restoreArea.recover();
    if (recovery.outcome === 'completed') log.info('a restore that was interrupted is complete now');
    if (recovery.outcome === 'undone')
      log.error({ err: recovery.reason }, 'a restore that was interrupted is undone: it cannot be completed');
  }
  const file = await createSettingsFile(join(dataDir, 'settings', 'settings.json'));
  return {
    ...jobs,
    publisher,
    settings: await jobs.shareSettings(file),
    /** What callers may name. */
    paths,
    outside,
    restoreArea,
  };
}
