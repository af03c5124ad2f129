import type { EventLog } from '@anima/service/events';
import type { IdempotencyStore } from '@anima/service/http';
import type { MaybePromise } from '@anima/service/maybe-promise';
import type { SettingsKeeper } from '../settings/engine-settings.js';
import type { JobQueue } from './job-queue.js';
import type { JobRecords } from './job-records.js';
import type { WebhookOutbox } from './webhook-outbox.js';
import type { Workers } from './workers.js';

/** Where jobs are, and what else processes that share them share. */
export interface JobStorage {
  /** Whether other processes have it open as well. */
  isShared: boolean;
  /** Who this process is among those that run jobs. */
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
  /** The id of the folder that all have: that of whoever asks first. Null where this process is the only one. */
  folderOfAll: ((id: string) => Promise<string>) | null;
  /** All jobs into a new file of a backup, and from there in the place of those that are. */
  saveJobs(path: string): MaybePromise<void>;
  takeJobs(path: string, restoreId: string): MaybePromise<void>;
  hasTakenJobs(restoreId: string): MaybePromise<boolean>;
  /** Rejects where it cannot be reached. */
  probe(): Promise<void>;
}
