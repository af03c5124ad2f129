import { AppError } from '@anima/service/errors';
import { LRUCache } from 'lru-cache';
import { isTransientError } from '../jobs/transient-errors.js';

/** Cache of probe results, so that an unchanged file is probed once. */
export interface ProbeCache<T extends object> {
  /**
   * Returns the cached result of `key`, or the result of `look`. Concurrent callers share one probe, which is
   * cancelled when the last of them aborts. Permanent failures are cached, transient ones are not.
   */
  at(key: string, look: (signal: AbortSignal) => Promise<T>, signal: AbortSignal): Promise<T>;
  forget(key: string): void;
}

interface Look<T> {
  found: Promise<T>;
  controller: AbortController;
  /** Number of waiting callers. */
  callers: number;
}

const MAX_REMEMBERED = 10_000;

export function createProbeCache<T extends object>(): ProbeCache<T> {
  const probes = new LRUCache<string, Look<T>>({ max: MAX_REMEMBERED });

  function begin(key: string, start: (signal: AbortSignal) => Promise<T>): Look<T> {
    const controller = new AbortController();
    const look = { found: start(controller.signal), controller, callers: 0 };
    probes.set(key, look);
    look.found.catch((error) => {
      if ((isOfTheMoment(error) || controller.signal.aborted) && probes.get(key) === look) probes.delete(key);
    });
    return look;
  }

  return {
    forget: (key) => void probes.delete(key),

    async at(key, start, signal) {
      signal.throwIfAborted();
      const known = probes.get(key);
      const look = known === undefined || known.controller.signal.aborted ? begin(key, start) : known;
      look.callers++;
      let leave = () => {};
      const left = new Promise<never>((_resolve, reject) => {
        leave = () => reject(signal.reason);
        signal.addEventListener('abort', leave, { once: true });
      });
      try {
        return await Promise.race([look.found, left]);
      } finally {
        signal.removeEventListener('abort', leave);
        look.callers--;
        if (look.callers === 0 && signal.aborted) look.controller.abort(signal.reason);
      }
    },
  };
}

/** A timeout on a busy machine may not occur on an idle one. */
function isOfTheMoment(error: unknown): boolean {
  const ofTheMachine = ['media_too_demanding', 'decoder_missing', 'render_crashed'];
  return isTransientError(error) || (error instanceof AppError && ofTheMachine.includes(error.code));
}
