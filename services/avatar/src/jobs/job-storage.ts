import type { EventLog } from '@anima/service/events';
import type { IdempotencyStore } from '@anima/service/http';
import type { MaybePromise } from '@anima/service/maybe-promise';
import type { SettingsKeeper } from '../settings/engine-settings.js';
import type { JobQueue } from './job-queue.js';
import type { JobRecords } from './job-records.js';
import type { WebhookOutbox } from './webhook-outbox.js';
import type { Workers } from './workers.js';

/** Storage of jobs and of the data that processes with the same jobs share. */
export interface JobStorage {
  /** Whether other processes have it open as well. */
  isShared: boolean;
  /** Id of this process among the workers. */
  worker: string;
  events: EventLog;
  idempotency: IdempotencyStore;
  queue: JobQueue;
  records: JobRecords;
  outbox: WebhookOutbox;
  /** Null: this process is the only one. */
  workers: Workers | null;
  /** The settings of this data directory, as all who share the jobs have them. */
  shareSettings(file: SettingsKeeper): Promise<SettingsKeeper>;
  /** One that all have who share the jobs: made once, and kept. */
  secret(name: 'webhook-secret' | 'ticket-secret'): Promise<string>;
  /**
   * Returns the folder id that all processes share: the id of the first caller. Null if this process is the
   * only one.
   */
  folderOfAll: ((id: string) => Promise<string>) | null;
  /** Writes all jobs to a new file of a backup. `takeJobs` replaces all jobs with the jobs of such a file. */
  saveJobs(path: string): MaybePromise<void>;
  takeJobs(path: string, restoreId: string): MaybePromise<void>;
  hasTakenJobs(restoreId: string): MaybePromise<boolean>;
  /** Rejects where it cannot be reached. */
  probe(): Promise<void>;
}
