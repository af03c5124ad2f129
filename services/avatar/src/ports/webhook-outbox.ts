/**
 * Who is still to be told that a job has ended. A line comes to be in the transaction that ends the job and goes with the
 * job, so that neither a crash nor a stop loses a message. Times are ms since the epoch.
 */
export interface WebhookOutbox {
  /** Lines that are due, the longest due first. */
  due(now: number, limit: number): OwedWebhook[];
  /** When the next line is due; null when there is none. */
  nextAt(): number | null;
  /** It was delivered, or given up. */
  settle(jobId: string): void;
  /** Counts a try, and says when the next one is. */
  postpone(jobId: string, nextAt: number): void;
}

export interface OwedWebhook {
  jobId: string;
  url: string;
  /** How often it was tried. */
  tries: number;
  /** When the job ended. */
  since: number;
}
