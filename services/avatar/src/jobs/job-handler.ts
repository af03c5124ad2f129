import type { MediaDraft, MediaStore } from '../media/media-store-port.js';
import type { AwaitedJob, Job, JobOutcome } from './job.js';

/** Does the work of one kind. Safe to run twice on the same payload: a crash may have left the first try half done. */
export type JobHandler = (job: Job, context: JobContext) => Promise<JobOutcome>;

export interface JobContext {
  /** Aborted when the job is cancelled or the service stops: end within 2 s, leave no file behind. */
  signal: AbortSignal;
  /**
   * Reports progress from 0 to 1, never falling; `stage` names the current step. Calls are cheap because they
   * are gathered.
   */
  progress(fraction: number, stage?: string): void;
  /**
   * Registers `result`, which is called now and then for the partial result. Readers of the job see it, and
   * so does the next attempt if this one dies.
   */
  keep(result: () => unknown): void;
  /**
   * Rejects if another worker has claimed the job, for example after a long pause of this process. Call it
   * before moving files to their final place.
   */
  assertOurs(): Promise<void>;
}

/**
 * Thrown by a handler that needs another, unfinished job. Its own job returns to the queue until that one has
 * finished, and keeps its partial result. It does not count as an attempt.
 */
export class WaitsForJob extends Error {
  constructor(readonly awaited: AwaitedJob) {
    super(awaited.stage);
  }
}

/** Runs `work` with a new draft of the files of a job, and discards the draft if `work` rejects. */
export async function withDraft<T>(
  media: Pick<MediaStore, 'begin'>,
  place: Parameters<MediaStore['begin']>,
  work: (draft: MediaDraft) => Promise<T>,
): Promise<T> {
  const draft = await media.begin(...place);
  try {
    return await work(draft);
  } catch (error) {
    await draft.discard();
    throw error;
  }
}
