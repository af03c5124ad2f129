import { parentPort } from 'node:worker_threads';
import type { CallSignatures } from './callee.js';
import type { ToCallee, ToCaller } from './messages.js';

/** What an answer may need besides its question. */
export interface CallContext<Progress extends readonly unknown[] = []> {
  /** Aborted when the call is no longer wanted, and when the callee is to end. */
  signal: AbortSignal;
  progress(...progress: Progress): void;
  /** Gives these to the caller with the answer instead of copying them, where both are threads. */
  transfer(...buffers: ArrayBuffer[]): void;
}

export type Handlers<Calls extends CallSignatures<Calls>, Progress extends readonly unknown[] = []> = {
  [Name in keyof Calls]: (
    question: Calls[Name]['ask'],
    context: CallContext<Progress>,
  ) => Promise<Calls[Name]['answer']> | Calls[Name]['answer'];
};

/** What its caller can act on. */
export interface CallError {
  code: string;
  message: string;
}

export interface ServeOptions {
  /** What an error is for the caller; null where something broke. */
  refusal?: (error: unknown) => CallError | null;
  /** Frees what is open, once no call is under way; then the thread or process ends. */
  close?: () => Promise<void> | void;
}

/** How long calls of a process may take to stop when its caller is gone. */
const LEAVE_MS = 200;

/**
 * Answers whoever has started this thread or process, and ends with them. Calls are begun in their order and do not wait for one another.
 * A process is given what makes its handlers of the settings that it was started with.
 */
export function serve<
  Calls extends CallSignatures<Calls>,
  Progress extends readonly unknown[] = [],
  Settings = unknown,
>(
  handlers: Handlers<Calls, Progress> | ((settings: Settings) => Handlers<Calls, Progress>),
  { refusal = () => null, close = () => {} }: ServeOptions = {},
): void {
  const handlersFor = typeof handlers === 'function' ? handlers : () => handlers;
  const [, , given] = process.argv;
  let answering =
    typeof handlers !== 'function' ? handlers : given === undefined ? null : handlersFor(JSON.parse(given));
  const running = new Map<number, { controller: AbortController; done: Promise<void> }>();
  const send = openLine({
    message(message) {
      if (message.type === 'settings') answering = handlersFor(message.settings as Settings);
      else if (message.type === 'close') void end();
      else if (message.type === 'abort') running.get(message.id)?.controller.abort(new Error('Cancelled'));
      else begin(message);
    },
    end,
  });

  function begin({ id, name, question }: ToCallee & { type: 'ask' }): void {
    const controller = new AbortController();
    const handler = answering![name as keyof Calls];
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
    for (const { controller } of running.values()) controller.abort(new Error('The caller has hung up'));
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
  if (process.send === undefined) throw new Error('Expected to run as a thread or a process that is called');
  process.on('message', message);
  process.on('disconnect', () => {
    setTimeout(() => process.exit(), LEAVE_MS);
    end();
  });
  // The caller decides when to stop; a Ctrl-C reaches this process too.
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => {});
  return (said) => void (process.connected && process.send!(said, undefined, undefined, () => {}));
}
