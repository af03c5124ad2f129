import { type ChildProcess, fork } from 'node:child_process';
import { createRequire } from 'node:module';
import { AppError } from '@anima/service/errors';
import type { ForeignFormat } from '../../domain/foreign/formats.js';
import type { ParsedForeign } from '../../domain/foreign/parse-foreign.js';
import type { ParseReply, ParseRequest } from './foreign-parse-process.js';

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
/** A process without work keeps about 50 MB for nothing. */
const IDLE_MS = 10_000;
/** Nesting makes trees that are much larger than their text. */
const HEAP_MB = 256;

/** The built file, also when this one runs from its source. */
const ENTRY = createRequire(import.meta.url).resolve(
  '@anima/memory/dist/adapters/files/foreign-parse-process.js',
);

/**
 * Parses in a process of its own, which is ended when it takes too long. Not in a thread: V8 may end the whole process when
 * a thread runs out of its memory.
 */
export function createForeignParser(options: {
  maxContentBytes: number;
  deadlineMs?: number;
}): ForeignParser {
  const { maxContentBytes, deadlineMs = DEADLINE_MS } = options;
  let parser: Parser | null = null;
  let idle: NodeJS.Timeout | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let closed = false;

  async function stop(): Promise<void> {
    clearTimeout(idle);
    const stopping = parser;
    parser = null;
    await stopping?.end();
  }

  /** One that ends by itself is not asked again. */
  function running(): Parser {
    const started = startParser();
    started.child.once('exit', () => {
      if (parser === started) parser = null;
    });
    return started;
  }

  async function ask(request: ParseRequest, withinMs: number): Promise<ParseReply> {
    if (closed) throw stopped();
    clearTimeout(idle);
    parser ??= running();
    const { child, next } = parser;
    let deadline: NodeJS.Timeout | undefined;
    try {
      if (!parser.ready) {
        await next();
        if (parser !== null) parser.ready = true;
      }
      const answer = next();
      child.send(request);
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

interface Parser {
  child: ChildProcess;
  ready: boolean;
  /** The next message; rejects when the process fails or ends before. */
  next: () => Promise<ParseReply>;
  end: () => Promise<void>;
}

function startParser(): Parser {
  const child = fork(ENTRY, {
    serialization: 'advanced',
    stdio: 'ignore',
    execArgv: [`--max-old-space-size=${HEAP_MB}`],
  });
  let waiting: { resolve: (reply: ParseReply) => void; reject: (reason: unknown) => void } | null = null;
  child.on('message', (reply: ParseReply) => waiting?.resolve(reply));
  const ended = new Promise<void>((resolve) => {
    // A program that cannot be started gives an error and no exit.
    for (const end of ['exit', 'error']) {
      child.once(end, () => {
        waiting?.reject(new Error('the process that parses ended'));
        resolve();
      });
    }
  });
  return {
    child,
    ready: false,
    next: () =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject };
      }),
    async end() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

function unreadable(expected: string, cause?: unknown): AppError {
  return new AppError('foreign_file_unreadable', `Expected Markdown ${expected}`, { cause });
}

function stopped(): AppError {
  return new AppError('unavailable', 'The service is stopping');
}
