import { type ChildProcess, fork } from 'node:child_process';
import { createRequire } from 'node:module';
import { AppError } from '@anima/service';
import type { RenderContext } from '../../ports/clip-renderer.js';
import type { Ask, CallName, Calls, RenderSettings, Reply } from './protocol.js';

/** The built file, also where this one runs from its source. */
const processFile = createRequire(import.meta.url).resolve(
  '@anima/avatar/dist/adapters/render/render-process.js',
);

/** A process that does not stop by itself within this time of being told to is ended. */
const CANCEL_MS = 1_500;

/** A process that draws. */
export interface RenderChild {
  /** Rejects with what the process refuses, with the reason of the signal, or when the process ends. */
  call<Name extends CallName>(
    name: Name,
    order: Calls[Name]['ask'],
    context: RenderContext,
  ): Promise<Calls[Name]['answer']>;
  end(): Promise<void>;
}

interface Waiting {
  resolve(answer: unknown): void;
  reject(error: unknown): void;
  progress: RenderContext['progress'];
}

export function startRenderChild(settings: RenderSettings, onEnd: (detail: string) => void): RenderChild {
  const child: ChildProcess = fork(processFile, [JSON.stringify(settings)], {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    // Frames lie outside of V8's heap, which need not be large.
    execArgv: ['--max-semi-space-size=2', '--optimize-for-size'],
    // glibc would keep a heap for each of its many threads, mostly empty ones.
    env: { ...process.env, MALLOC_ARENA_MAX: '2' },
  });
  let words = '';
  child.stderr!.on('data', (chunk) => {
    words = (words + chunk).slice(-2_000);
  });
  const waiting = new Map<number, Waiting>();
  let last = 0;
  let ended = false;

  const exited = new Promise<void>((resolve) => {
    const finish = (detail: string) => {
      if (ended) return;
      ended = true;
      const error = new AppError(
        'render_crashed',
        'The process that draws ended in the middle of it; try again',
      );
      for (const { reject } of waiting.values()) reject(error);
      waiting.clear();
      onEnd(detail);
      resolve();
    };
    child.once('error', (error) => finish(String(error)));
    child.once('exit', (code, signal) => finish(`ended with ${signal ?? code}: ${words}`));
  });

  child.on('message', (reply: Reply) => {
    const asked = waiting.get(reply.id);
    if (reply.type === 'progress') return asked?.progress(reply.fraction, reply.stage);
    waiting.delete(reply.id);
    if (reply.type === 'done') asked?.resolve(reply.answer);
    else if (reply.code === null) asked?.reject(new Error(reply.message));
    else asked?.reject(new AppError(reply.code, reply.message));
  });

  const send = (ask: Ask) => {
    if (!ended) child.send(ask);
  };

  return {
    async call(name, order, { signal, progress }) {
      signal.throwIfAborted();
      if (ended) throw new AppError('render_crashed', 'The process that draws has ended; try again');
      const id = ++last;
      let overdue: NodeJS.Timeout | undefined;
      const cancel = () => {
        send({ type: 'cancel', id });
        overdue = setTimeout(() => child.kill('SIGKILL'), CANCEL_MS);
      };
      signal.addEventListener('abort', cancel, { once: true });
      try {
        const answer = await new Promise<unknown>((resolve, reject) => {
          waiting.set(id, { resolve, reject, progress });
          send({ type: 'call', id, name, order } as Ask);
        });
        return answer as Calls[typeof name]['answer'];
      } catch (error) {
        signal.throwIfAborted();
        throw error;
      } finally {
        clearTimeout(overdue);
        signal.removeEventListener('abort', cancel);
      }
    },

    async end() {
      if (child.connected) child.disconnect();
      await exited;
    },
  };
}
