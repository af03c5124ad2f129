import type { Channel, ChannelEvents, ToCaller } from './channel.js';

/** Request and response types by call name: `interface Drawing { draw: { ask: FrameOrder; answer: null } }`. */
export type CallSignatures<Calls> = { [Name in keyof Calls]: { ask: unknown; answer: unknown } };

export interface RemoteCallOptions<Progress extends readonly unknown[] = []> {
  /** An abort tells the worker to end this call. A worker that does not within `stopMs` is killed. */
  signal?: AbortSignal | undefined;
  /** Called in order, before the response arrives. */
  progress?: ((...progress: Progress) => void) | undefined;
  /** Buffers that are transferred to a thread. A process gets copies. */
  transfer?: readonly ArrayBuffer[];
}

/** A worker thread or child process that handles calls. Its errors and its crash affect only its own calls. */
export interface WorkerHandle<Calls extends CallSignatures<Calls>, Progress extends readonly unknown[] = []> {
  /**
   * Calls run concurrently. Rejects with a `CallFailed` if the worker failed the call, and with a `CalleeEnded` if
   * the worker exited or was closed. After an abort it rejects with the reason of the signal, once the worker has
   * ended the call or exited.
   */
  ask<Name extends keyof Calls>(
    name: Name,
    question: Calls[Name]['ask'],
    options?: RemoteCallOptions<Progress>,
  ): Promise<Calls[Name]['answer']>;
  /** Returns false as soon as the worker is known to be exiting. */
  isAlive(): boolean;
  /** Aborts all calls and asks the worker to exit; kills it after `closeMs`. Resolves when it has exited. */
  close(): Promise<void>;
}

/** The worker failed the call and keeps running. */
export class RemoteCallError extends Error {
  override readonly name = 'RemoteCallError';

  constructor(
    /** The code of an expected error that the caller can act on, or null for an unexpected one. */
    readonly code: string | null,
    message: string,
    stack: string | undefined,
  ) {
    super(message);
    // Shows where in the worker the error was thrown.
    if (stack !== undefined) this.stack = stack;
  }
}

/** The worker exited before it responded. */
export class WorkerExitedError extends Error {
  override readonly name = 'WorkerExitedError';

  constructor(
    callee: string,
    /** How the worker exited, with the end of its standard error: "ended with SIGKILL: ...". */
    readonly detail: string,
    /** Whether this side killed the worker, because of another call or to close it: the call can be made again. */
    readonly wasStopped: boolean,
  ) {
    super(`${callee} ${detail} before it responded`);
  }
}

export interface CalleeOptions {
  /** The compiled file that calls `serve`, also if the caller runs from TypeScript sources. */
  file: string;
  /** Name of the worker in error messages: "The render worker". */
  name: string;
  /** Milliseconds that an aborted call may take to end. 0 is for workers that block while they work. Default 10,000. */
  stopMs?: number;
  /** Milliseconds that the worker may take to exit when it is closed, or null for no limit. */
  closeMs: number | null;
  /** Called once when the worker has exited: "ended with SIGKILL: ..." and the end of its standard error. */
  onEnd?: (detail: string) => void;
}

interface OpenCall {
  progress: ((...progress: never) => void) | undefined;
  resolve(answer: unknown): void;
  reject(error: unknown): void;
}

const STOP_MS = 10_000;

/** Creates the handle of a worker. Only a worker with open calls keeps this process alive. */
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
