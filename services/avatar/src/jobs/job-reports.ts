import type { JobContext } from './job-handler.js';
import type { JobReport } from './job-queue.js';

/** Gathers what a handler tells of its job, to be written down now and then. */
export interface JobReports {
  note: JobContext['progress'];
  keep: JobContext['keep'];
  /** What there is of the result so far. */
  kept(): unknown;
  /** When the handler last told of its job, or when the job began. */
  progressedAt(): number;
  /** Writes down what is new, or a sign of life where it is time for one. Rejects where that fails: it is still new then. */
  write(): Promise<void>;
  /** Nothing is written down any more once it resolves. */
  stop(): Promise<void>;
}

/** A job that was cancelled in another process ends within 2 s: it is told so by the answer to its report. */
const SIGN_OF_LIFE_MS = 1_000;

export function gatherReports(report: (report: JobReport) => Promise<void>, clock: () => number): JobReports {
  let progress = 0;
  let stage: string | undefined;
  let kept: (() => unknown) | undefined;
  let isNew = false;
  let keptIsNew = false;
  let last = clock();
  let progressedAt = last;
  let writing: Promise<void> | null = null;
  let isStopped = false;

  async function writeNew(): Promise<void> {
    const now = clock();
    if (isStopped || (!isNew && now - last < SIGN_OF_LIFE_MS)) return;
    const hasKept = keptIsNew;
    isNew = false;
    keptIsNew = false;
    try {
      await report({
        progress,
        ...(stage === undefined ? {} : { stage }),
        ...(hasKept ? { result: kept?.() } : {}),
      });
      last = now;
    } catch (error) {
      isNew = true;
      keptIsNew ||= hasKept;
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
      kept = result;
      isNew = true;
      keptIsNew = true;
      progressedAt = clock();
    },
    kept: () => kept?.(),
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
