import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { AppError } from '@anima/service';
import type { ForeignFormat } from '../../domain/foreign/formats.js';
import type { ParsedForeign } from '../../domain/foreign/parse-foreign.js';
import type { ParseReply, ParseRequest } from './foreign-parse-worker.js';

export interface ForeignParser {
  /**
   * One text at a time, in the order of the calls. Throws foreign_file_unreadable, also where parsing takes too long:
   * longer than `withinMs`, and longer than the parser ever waits.
   */
  parse(text: string, format: ForeignFormat | null, withinMs?: number): Promise<ParsedForeign>;
  close(): Promise<void>;
}

/** Ordinary text of the largest size takes 2.7 s of processor time; made-up Markdown of that size can take hours. */
const DEADLINE_MS = 20_000;
/** A thread without work keeps about 15 MB for nothing. */
const IDLE_MS = 10_000;
/** Nesting makes trees that are much larger than their text. */
const HEAP_MB = 256;

/** The compiled worker, also when this file runs from src under vitest: a worker thread loads no TypeScript. */
const ENTRY = createRequire(import.meta.url).resolve(
  '@anima/memory/dist/adapters/files/foreign-parse-worker.js',
);

/** Parses in a thread of its own, which is ended when it takes too long. */
export function createForeignParser(options: {
  maxContentBytes: number;
  deadlineMs?: number;
}): ForeignParser {
  const { maxContentBytes, deadlineMs = DEADLINE_MS } = options;
  let thread: Thread | null = null;
  let idle: NodeJS.Timeout | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let closed = false;

  async function stop(): Promise<void> {
    clearTimeout(idle);
    const stopping = thread;
    thread = null;
    await stopping?.worker.terminate();
  }

  async function ask(request: ParseRequest, withinMs: number): Promise<ParseReply> {
    if (closed) throw stopped();
    clearTimeout(idle);
    thread ??= startThread();
    const { worker, next } = thread;
    let deadline: NodeJS.Timeout | undefined;
    try {
      if (!thread.ready) {
        await next();
        if (thread !== null) thread.ready = true;
      }
      const answer = next();
      worker.postMessage(request);
      const tooLong = new Promise<never>((_, reject) => {
        const late = `that is parsed within ${Math.round(withinMs)} ms; it is nested too deeply or too irregular`;
        deadline = setTimeout(() => reject(unreadable(late)), withinMs);
      });
      return await Promise.race([answer, tooLong]);
    } catch (error) {
      void stop();
      if (closed) throw stopped();
      if (error instanceof AppError) throw error;
      throw unreadable('that is parsed in the memory there is for it', error);
    } finally {
      clearTimeout(deadline);
      idle = setTimeout(() => void stop(), IDLE_MS);
      idle.unref();
    }
  }

  return {
    async parse(text, format, withinMs = deadlineMs) {
      const within = Math.min(withinMs, deadlineMs);
      const answering = last.then(() => ask({ text, format, maxContentBytes }, within));
      last = answering.catch(() => {});
      const reply = await answering;
      if (reply.kind === 'parsed') return reply.parsed;
      if (reply.kind === 'refused') throw new AppError(reply.code, reply.message);
      throw new AppError('internal', `Expected the answer of the parser, received ${reply.kind}`);
    },

    async close() {
      closed = true;
      await stop();
    },
  };
}

interface Thread {
  worker: Worker;
  ready: boolean;
  /** The next message; rejects when the thread fails or ends before. */
  next: () => Promise<ParseReply>;
}

function startThread(): Thread {
  const worker = new Worker(ENTRY, { resourceLimits: { maxOldGenerationSizeMb: HEAP_MB } });
  let waiting: { resolve: (reply: ParseReply) => void; reject: (reason: unknown) => void } | null = null;
  worker.on('message', (reply: ParseReply) => waiting?.resolve(reply));
  worker.on('error', (error) => waiting?.reject(error));
  worker.on('exit', () => waiting?.reject(new Error('the parser thread ended')));
  return {
    worker,
    ready: false,
    next: () =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject };
      }),
  };
}

function unreadable(expected: string, cause?: unknown): AppError {
  return new AppError('foreign_file_unreadable', `Expected Markdown ${expected}`, { cause });
}

function stopped(): AppError {
  return new AppError('unavailable', 'The service is stopping');
}
