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

export function createRememberedLooks<T extends object>(): ProbeCache<T> {
  const looks = new LRUCache<string, Look<T>>({ max: MAX_REMEMBERED });

  function begin(key: string, start: (signal: AbortSignal) => Promise<T>): Look<T> {
    const controller = new AbortController();
    const look = { found: start(controller.signal), controller, callers: 0 };
    looks.set(key, look);
    look.found.catch((error) => {
      if ((isOfTheMoment(error) || controller.signal.aborted) && looks.get(key) === look) looks.delete(key);
    });
    return look;
  }

  return {
    forget: (key) => void looks.delete(key),

    async at(key, start, signal) {
      signal.throwIfAborted();
      const known = looks.get(key);
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
