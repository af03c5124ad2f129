import type { MaybePromise } from '@anima/service/maybe-promise';

/**
 * Pending webhooks. An entry is added in the transaction that finishes the job and is removed with the job,
 * so a crash or stop loses no message. Times are those of the store.
 */
export interface WebhookOutbox {
  /** Claims due entries, the longest due first. No other caller gets them within `leaseMs`. */
  claim(limit: number, leaseMs: number): MaybePromise<PendingWebhook[]>;
  /**
   * Returns the milliseconds until the next entry is due, 0 if an entry is due now, or null if the outbox is
   * empty.
   */
  dueInMs(): MaybePromise<number | null>;
  /** It was delivered, or given up. */
  settle(jobId: string): Promise<void>;
  /** Due at once, as if it had not been claimed. */
  handBack(jobId: string): Promise<void>;
  /** Counts a try; the next one is due so many ms from now. */
  postpone(jobId: string, ms: number): Promise<void>;
}

export interface PendingWebhook {
  jobId: string;
  url: string;
  /** How often it was tried. */
  tries: number;
  /** How long ago the job ended. */
  ageMs: number;
}
