import { AppError } from '@anima/service/errors';

/**
 * Looks at files that callers name before anything is accepted of them: each may take a process, a core and hundreds of megabytes. So
 * few are taken at a time, some wait in line, and more are refused.
 */
export interface ProbeQueue {
  /**
   * Runs `look` when it is its turn. Its signal is aborted when `signal` is, also in the line, or when the time of a look is over. Refuses
   * with `too_many_requests` where the line is full, and with `media_too_demanding`.
   */
  run<T>(look: (signal: AbortSignal) => Promise<T>, signal: AbortSignal): Promise<T>;
}

export interface ProbeLimits {
  atOnce: number;
  waiting: number;
  /** Timeout of one probe in milliseconds, without its waiting time. */
  milliseconds: number;
}

/** Two pictures of 50 million pixels and 16 bits take a gigabyte; a batch waits with one file at a time. */
const usualLookLimits: ProbeLimits = { atOnce: 2, waiting: 64, milliseconds: 60_000 };

/** Creates the queue. p-limit does not support leaving its queue early. */
export function createLookQueue(limits: ProbeLimits = usualLookLimits): ProbeQueue {
  const line: (() => void)[] = [];
  let running = 0;

  function turn(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (running < limits.atOnce) {
      running++;
      return Promise.resolve();
    }
    if (line.length >= limits.waiting)
      throw new AppError(
        'too_many_requests',
        `The probe queue is full (limit ${limits.waiting}). Retry later.`,
        { headers: { 'retry-after': '2' } },
      );
    return new Promise((resolve, reject) => {
      const begin = () => {
        signal.removeEventListener('abort', leave);
        running++;
        resolve();
      };
      const leave = () => {
        line.splice(line.indexOf(begin), 1);
        reject(signal.reason);
      };
      line.push(begin);
      signal.addEventListener('abort', leave, { once: true });
    });
  }

  return {
    async run(look, signal) {
      await turn(signal);
      const own = new AbortController();
      const leave = () => own.abort(signal.reason);
      signal.addEventListener('abort', leave, { once: true });
      const limit = setTimeout(() => own.abort(takesTooLong(limits.milliseconds)), limits.milliseconds);
      try {
        signal.throwIfAborted();
        return await look(own.signal);
      } finally {
        clearTimeout(limit);
        signal.removeEventListener('abort', leave);
        running--;
        line.shift()?.();
      }
    },
  };
}

function takesTooLong(milliseconds: number): AppError {
  return new AppError(
    'media_too_demanding',
    `Probing the file took more than ${milliseconds / 1000} seconds`,
  );
}
