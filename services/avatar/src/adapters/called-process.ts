import { type ForkOptions, fork } from 'node:child_process';
import { createRequire } from 'node:module';
import { AppError } from '@anima/service/errors';

/** How a call ends badly: with a code it is a refusal that its caller can act on; without one, something broke. */
export interface Failed {
  type: 'failed';
  id: number;
  code: string | null;
  message: string;
}

/** Ends no call. */
export interface Progress {
  type: 'progress';
  id: number;
  fraction: number;
  stage: string;
}

/** What an ask and a reply have in common: `id` names a call. */
interface Message {
  type: string;
  id: number;
}

export interface CalledProcessOptions {
  /** The built file below dist, which runs also where this one runs from its source. */
  file: string;
  /** What it is told when it starts. */
  settings: unknown;
  /** What it is there for, for messages: "draws". */
  task: string;
  /** The code of calls that it did not live to answer. */
  crashCode: string;
  execArgv: string[];
  env?: NodeJS.ProcessEnv;
  /** How long it may take to end a call that it was told to stop; then it is killed. */
  stopMs: number;
  /** Told once, with its last words. */
  onEnd: (detail: string) => void;
}

/** A process of its own that answers calls: what crashes in native code fails its calls and not the service. */
export interface CalledProcess<Ask extends Message, Reply extends Message> {
  /** Of a call; no other has it. */
  number(): number;
  /** Resolves with the reply that ends the call; rejects with what the process refuses, or when it ends. */
  call(ask: Ask, onProgress?: (progress: Progress) => void): Promise<Exclude<Reply, Failed | Progress>>;
  /** Without an answer; one that has ended is told nothing. */
  tell(ask: Ask): void;
  /**
   * Asks for the end of the call with this number. Where the call has not ended in time, the process is killed: a call that hangs ends
   * too, and all others of the process end with a `ProcessStopped`.
   */
  stop(id: number, ask: Ask): void;
  /** Lets it stop by itself; where it does not in time, it is killed. */
  end(): Promise<void>;
}

/** Of a call whose process was killed because of another one: nothing speaks against calling again. */
export class ProcessStopped extends AppError {}

interface Waiting<Answer> {
  resolve(answer: Answer): void;
  reject(error: unknown): void;
  onProgress: ((progress: Progress) => void) | undefined;
  onEnd(): void;
}

const LAST_WORDS = 2_000;
/** Nothing is waited for at its end; who is started next waits two seconds for this one. */
const END_MS = 1_500;

export function startCalledProcess<Ask extends Message, Reply extends Message>(
  options: CalledProcessOptions,
): CalledProcess<Ask, Reply> {
  type Answer = Exclude<Reply, Failed | Progress>;
  const { file, settings, task, crashCode, stopMs, onEnd, ...forkOptions } = options;
  const path = createRequire(import.meta.url).resolve(`@anima/avatar/dist/${file}`);
  const child = fork(path, [JSON.stringify(settings)], {
    ...(forkOptions satisfies ForkOptions),
    // Samples travel as they are, not as JSON.
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let words = '';
  child.stderr!.on('data', (chunk) => {
    words = (words + chunk).slice(-LAST_WORDS);
  });
  const waiting = new Map<number, Waiting<Answer>>();
  let last = 0;
  let ended = false;
  let stopped = false;

  function hasEnded(): AppError {
    const message = `The process that ${task} ended in the middle of it; try again`;
    return stopped ? new ProcessStopped(crashCode, message) : new AppError(crashCode, message);
  }

  const exited = new Promise<void>((resolve) => {
    const finish = (detail: string) => {
      if (ended) return;
      ended = true;
      const error = hasEnded();
      for (const { reject, onEnd: callEnds } of waiting.values()) {
        callEnds();
        reject(error);
      }
      waiting.clear();
      onEnd(detail);
      resolve();
    };
    // Told again and again: of a start that failed, and of what is sent to a process that is ending.
    child.on('error', (error) => {
      if (child.pid === undefined) finish(String(error));
    });
    child.once('exit', (code, signal) => finish(`ended with ${signal ?? code}: ${words}`));
  });

  child.on('message', (reply: Answer | Failed | Progress) => {
    const asked = waiting.get(reply.id);
    if (isProgress(reply)) return asked?.onProgress?.(reply);
    waiting.delete(reply.id);
    asked?.onEnd();
    if (!isFailed(reply)) asked?.resolve(reply);
    else if (reply.code === null) asked?.reject(new Error(reply.message));
    else asked?.reject(new AppError(reply.code, reply.message));
  });

  /** What cannot be sent has no answer: the process is ending, and its end fails the call. */
  function send(ask: Ask): void {
    if (!ended) child.send(ask, () => {});
  }

  function kill(): void {
    stopped = true;
    child.kill('SIGKILL');
  }

  return {
    number: () => ++last,
    call: (ask, onProgress) =>
      new Promise((resolve, reject) => {
        if (ended) throw hasEnded();
        waiting.set(ask.id, { resolve, reject, onProgress, onEnd: () => {} });
        send(ask);
      }),
    tell: send,
    stop(id, ask) {
      const asked = waiting.get(id);
      if (asked === undefined || ended) return;
      const overdue = setTimeout(kill, stopMs);
      asked.onEnd = () => clearTimeout(overdue);
      send(ask);
    },
    async end() {
      if (child.connected) child.disconnect();
      const overdue = setTimeout(kill, Math.min(stopMs, END_MS));
      await exited;
      clearTimeout(overdue);
    },
  };
}

function isProgress(reply: Message): reply is Progress {
  return reply.type === 'progress';
}

function isFailed(reply: Message): reply is Failed {
  return reply.type === 'failed';
}
