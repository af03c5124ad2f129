import type { MaybePromise } from '@anima/service/maybe-promise';

/**
 * Who is still to be told that a job has ended. A line comes to be in the transaction that ends the job and goes with the
 * job, so that neither a crash nor a stop loses a message. Times are those of the store.
 */
export interface WebhookOutbox {
  /** Lines that are due, the longest due first. Nobody is given them again before so many ms have passed. */
  claim(limit: number, leaseMs: number): MaybePromise<PendingWebhook[]>;
  /** How many ms until the next line is due, 0 where one is; null when there is none. */
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
