import { parentPort } from 'node:worker_threads';
import type { CallSignatures } from './callee.js';
import type { ToCallee, ToCaller } from './channel.js';

/** Context of a call in the worker. */
export interface CallContext<Progress extends readonly unknown[] = []> {
  /** Aborted when the caller aborts the call, and when the worker has to exit. */
  signal: AbortSignal;
  progress(...progress: Progress): void;
  /** Transfers these buffers with the response, if the worker is a thread. */
  transfer(...buffers: ArrayBuffer[]): void;
}

export type Handlers<Calls extends CallSignatures<Calls>, Progress extends readonly unknown[] = []> = {
  [Name in keyof Calls]: (
    question: Calls[Name]['ask'],
    context: CallContext<Progress>,
  ) => Promise<Calls[Name]['answer']> | Calls[Name]['answer'];
};

/** An expected error that the caller can act on. */
export interface CallError {
  code: string;
  message: string;
}

export interface ServeOptions {
  /** Converts an error for the caller. Returns null for an unexpected error. */
  refusal?: (error: unknown) => CallError | null;
  /** Frees resources when no call is running. The worker exits afterwards. */
  close?: () => Promise<void> | void;
}

/** Milliseconds that calls of a process may take to end after the caller has disconnected. */
const LEAVE_MS = 200;

/**
 * Handles the calls of the parent of this thread or process, and exits with it. Calls start in order and run
 * concurrently. A process can pass a function that creates its handlers from the settings of `startProcess`.
 */
export function serve<
  Calls extends CallSignatures<Calls>,
  Progress extends readonly unknown[] = [],
  Settings = unknown,
>(
  handlers: Handlers<Calls, Progress> | ((settings: Settings) => Handlers<Calls, Progress>),
  { refusal = () => null, close = () => {} }: ServeOptions = {},
): void {
  const answering = typeof handlers === 'function' ? handlers(JSON.parse(process.argv[2]!)) : handlers;
  const running = new Map<number, { controller: AbortController; done: Promise<void> }>();
  const send = openLine({
    message(message) {
      if (message.type === 'close') void end();
      else if (message.type === 'abort') running.get(message.id)?.controller.abort(new Error('Cancelled'));
      else begin(message);
    },
    end,
  });

  function begin({ id, name, question }: ToCallee & { type: 'ask' }): void {
    const controller = new AbortController();
    const handler = answering[name as keyof Calls];
    const done = answer(id, controller.signal, (context) => handler(question as never, context));
    running.set(id, { controller, done });
    void done.then(() => running.delete(id));
  }

  async function answer(
    id: number,
    signal: AbortSignal,
    work: (context: CallContext<Progress>) => unknown,
  ): Promise<void> {
    const buffers: ArrayBuffer[] = [];
    try {
      const made = await work({
        signal,
        progress: (...progress) => send({ type: 'progress', id, progress }),
        transfer: (...given) => void buffers.push(...given),
      });
      send({ type: 'answer', id, answer: made }, buffers);
    } catch (error) {
      send({ type: 'failed', id, ...(refusal(error) ?? broken(error)), ...stackOf(error) });
    }
  }

  async function end(): Promise<void> {
    for (const { controller } of running.values()) controller.abort(new Error('The client disconnected'));
    await Promise.all(Array.from(running.values(), ({ done }) => done));
    await close();
    process.exit();
  }
}

function broken(error: unknown): { code: null; message: string } {
  return { code: null, message: error instanceof Error ? error.message : String(error) };
}

function stackOf(error: unknown): { stack: string | undefined } {
  return { stack: error instanceof Error ? error.stack : undefined };
}

type Send = (message: ToCaller, transfer?: readonly ArrayBuffer[]) => void;

function openLine({ message, end }: { message(message: ToCallee): void; end(): void }): Send {
  const port = parentPort;
  if (port !== null) {
    port.on('message', message);
    return (said, transfer = []) => port.postMessage(said, transfer);
  }
  if (process.send === undefined)
    throw new Error('Expected to run in a worker thread or a child process with an IPC channel');
  process.on('message', message);
  process.on('disconnect', () => {
    setTimeout(() => process.exit(), LEAVE_MS);
    end();
  });
  // Ctrl-C also signals this process, but only the caller decides when to stop.
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => {});
  return (said) => void (process.connected && process.send!(said, undefined, undefined, () => {}));
}
