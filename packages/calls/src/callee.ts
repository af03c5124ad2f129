import { RemoteCallError, WorkerExitedError } from './errors.js';
import type { Channel, ChannelEvents } from './line.js';
import type { ToCaller } from './messages.js';

/** What can be asked, by name: `interface Drawing { draw: { ask: FrameOrder; answer: null } }`. */
export type CallSignatures<Calls> = { [Name in keyof Calls]: { ask: unknown; answer: unknown } };

export interface RemoteCallOptions<Progress extends readonly unknown[] = []> {
  /** Aborted, it asks the callee to end this call; one that has not done so within `stopMs` is killed. */
  signal?: AbortSignal | undefined;
  /** Told in order, before the answer. */
  progress?: ((...progress: Progress) => void) | undefined;
  /** Given to a thread instead of copied; a process gets copies. */
  transfer?: readonly ArrayBuffer[];
}

/** A thread or a process that answers. What fails in it, or ends it, fails what was asked of it and nothing else. */
export interface WorkerHandle<Calls extends CallSignatures<Calls>, Progress extends readonly unknown[] = []> {
  /**
   * Several calls are worked on at a time. Rejects with a `CallFailed` where the callee could not, with a `CalleeEnded` where it did not
   * live to answer, or was closed; after an abort, with the reason of the signal, once the callee has ended the call or its life.
   */
  ask<Name extends keyof Calls>(
    name: Name,
    question: Calls[Name]['ask'],
    options?: RemoteCallOptions<Progress>,
  ): Promise<Calls[Name]['answer']>;
  /** False from the moment it is known to be ending. */
  isAlive(): boolean;
  /** Tells all calls to stop and the callee to end, which is killed where it has not within `closeMs`. Resolves when it has ended. */
  close(): Promise<void>;
}

export interface CalleeOptions {
  /** The built file that serves: it runs also where its caller runs from its source. */
  file: string;
  /** For messages: "the process that draws". */
  name: string;
  /** How long a call may go on after it was to stop; 0 for callees that do not hear while they work. Ten seconds, if not given. */
  stopMs?: number;
  /** How long it may take to end when it is closed; null for as long as it takes. */
  closeMs: number | null;
  /** Told once, when it has ended in whatever way: "ended with SIGKILL: ...", with its last words. */
  onEnd?: (detail: string) => void;
}

interface OpenCall {
  progress: ((...progress: never) => void) | undefined;
  resolve(answer: unknown): void;
  reject(error: unknown): void;
}

const STOP_MS = 10_000;

/** A callee at the end of a line. An idle one keeps this process from nothing; one that was asked keeps it alive until it answers. */
export function createWorkerHandle<Calls extends CallSignatures<Calls>, Progress extends readonly unknown[]>(
  open: (events: ChannelEvents) => Channel,
  { name: callee, stopMs = STOP_MS, closeMs, onEnd }: Omit<CalleeOptions, 'file'>,
): WorkerHandle<Calls, Progress> {
  const calls = new Map<number, OpenCall>();
  let last = 0;
  let death: string | null = null;
  let wasStopped = false;
  let closing: Promise<void> | null = null;
  let resolveOver = () => {};
  const over = new Promise<void>((resolve) => {
    resolveOver = resolve;
  });
  const line = open({
    message: settle,
    dying: fail,
    over(detail) {
      fail(detail);
      resolveOver();
      onEnd?.(death ?? detail);
    },
  });

  function ended(): WorkerExitedError {
    return new WorkerExitedError(callee, death ?? 'was closed', wasStopped);
  }

  function fail(detail: string): void {
    if (death !== null) return;
    death = detail;
    for (const id of calls.keys()) take(id)!.reject(ended());
  }

  function take(id: number): OpenCall | undefined {
    const call = calls.get(id);
    if (calls.delete(id) && calls.size === 0 && closing === null) line.hold(false);
    return call;
  }

  function settle(message: ToCaller): void {
    if (message.type === 'progress') calls.get(message.id)?.progress?.(...(message.progress as never));
    else if (message.type === 'answer') take(message.id)?.resolve(message.answer);
    else {
      const { id, code, message: words, stack } = message;
      take(id)?.reject(closing === null ? new RemoteCallError(code, words, stack) : ended());
    }
  }

  function kill(): void {
    wasStopped ||= death === null;
    line.kill();
  }

  return {
    ask: (name, question, { signal, progress, transfer = [] } = {}) =>
      new Promise((resolve, reject) => {
        signal?.throwIfAborted();
        if (death !== null || closing !== null) throw ended();
        const id = ++last;
        let overdue: NodeJS.Timeout | undefined;
        const stop = () => {
          line.send({ type: 'abort', id }, []);
          overdue = setTimeout(kill, stopMs);
        };
        const leave = () => {
          clearTimeout(overdue);
          signal?.removeEventListener('abort', stop);
        };
        line.send({ type: 'ask', id, name, question }, transfer);
        signal?.addEventListener('abort', stop, { once: true });
        if (calls.size === 0) line.hold(true);
        calls.set(id, {
          progress,
          resolve(answer) {
            leave();
            resolve(answer as never);
          },
          reject(error) {
            leave();
            reject(signal?.aborted === true ? signal.reason : error);
          },
        });
      }),

    isAlive: () => death === null && closing === null && !wasStopped,

    close() {
      closing ??= (async () => {
        line.hold(true);
        line.hangUp();
        const overdue = closeMs === null ? undefined : setTimeout(kill, closeMs);
        await over;
        clearTimeout(overdue);
      })();
      return closing;
    },
  };
}
