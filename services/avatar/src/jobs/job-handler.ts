import type { AwaitedJob, Job, JobOutcome } from './job.js';

/** Does the work of one kind. Safe to run twice on the same payload: a crash may have left the first try half done. */
export type JobHandler = (job: Job, context: JobContext) => Promise<JobOutcome>;

export interface JobContext {
  /** Aborted when the job is cancelled or the service stops: end within 2 s, leave no file behind. */
  signal: AbortSignal;
  /** 0 to 1, never falling; `stage` names what is being done. Cheap: calls are gathered. */
  progress(fraction: number, stage?: string): void;
  /**
   * What there is of the result so far is told by `result`, asked for now and then: it is seen by who reads the job, and by
   * the next try if this one dies.
   */
  keep(result: () => unknown): void;
  /** Rejects where somebody else has the job by now, as after a long stop of this process: before files are put in their place. */
  assertOurs(): Promise<void>;
}

/**
 * Thrown by a handler that finds another job unfinished: its own goes back to the queue until that one has ended, and keeps what it
 * has. This is no try of it.
 */
export class WaitsForJob extends Error {
  constructor(readonly awaited: AwaitedJob) {
    super(awaited.stage);
  }
}
