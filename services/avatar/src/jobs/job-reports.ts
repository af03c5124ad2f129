import type { JobContext } from './job-handler.js';
import type { JobReport } from './job-queue.js';

/** Gathers the reports of a handler and stores them periodically. */
export interface JobReports {
  note: JobContext['progress'];
  keep: JobContext['keep'];
  /** Returns the partial result. */
  partialResult(): unknown;
  /** Time of the last report of the handler, or of the start of the job. */
  progressedAt(): number;
  /**
   * Stores new reports, or a heartbeat when it is due. After a rejection the reports are stored by the next
   * call.
   */
  write(): Promise<void>;
  /** Stops reporting. After it has resolved, no report is stored. */
  stop(): Promise<void>;
}

/** A job that another process cancelled stops within 2 s, because the response to its report cancels it. */
const SIGN_OF_LIFE_MS = 1_000;

export function gatherReports(report: (report: JobReport) => Promise<void>, clock: () => number): JobReports {
  let progress = 0;
  let stage: string | undefined;
  let partialResult: (() => unknown) | undefined;
  let isNew = false;
  let partialIsNew = false;
  let last = clock();
  let progressedAt = last;
  let writing: Promise<void> | null = null;
  let isStopped = false;

  async function writeNew(): Promise<void> {
    const now = clock();
    if (isStopped || (!isNew && now - last < SIGN_OF_LIFE_MS)) return;
    const hasPartial = partialIsNew;
    isNew = false;
    partialIsNew = false;
    try {
      await report({
        progress,
        ...(stage === undefined ? {} : { stage }),
        ...(hasPartial ? { result: partialResult?.() } : {}),
      });
      last = now;
    } catch (error) {
      isNew = true;
      partialIsNew ||= hasPartial;
      throw error;
    }
  }

  return {
    note(fraction, named) {
      progress = Math.min(1, Math.max(progress, fraction));
      stage = named ?? stage;
      isNew = true;
      progressedAt = clock();
    },
    keep(result) {
      partialResult = result;
      isNew = true;
      partialIsNew = true;
      progressedAt = clock();
    },
    partialResult: () => partialResult?.(),
    progressedAt: () => progressedAt,
    write() {
      writing ??= writeNew().finally(() => {
        writing = null;
      });
      return writing;
    },
    async stop() {
      isStopped = true;
      await writing?.catch(() => {});
    },
  };
}
