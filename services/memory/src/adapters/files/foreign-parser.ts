import { createRequire } from 'node:module';
import { RemoteCallError, startProcess, type WorkerHandle } from '@anima/calls';
import { callWithin } from '@anima/calls/signals';
import { AppError } from '@anima/service/errors';
import pLimit from 'p-limit';
import type { ForeignFormat } from '../../domain/foreign/formats.js';
import type { ParsedForeign } from '../../domain/foreign/parse-foreign.js';
import type { ParseCalls, ParseRequest } from './foreign-parse-process.js';

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
  const inTurn = pLimit(1);
  let closed = false;

  async function stop(): Promise<void> {
    clearTimeout(idle);
    const stopping = parser;
    parser = null;
    await stopping?.callee.close();
  }

  function start(): Parser {
    const callee = startProcess<ParseCalls>({
      file: ENTRY,
      name: 'the process that parses',
      execArgv: [`--max-old-space-size=${HEAP_MB}`],
      // It hears nothing while it parses.
      stopMs: 0,
      closeMs: 0,
      // One that ended by itself is not asked again.
      onEnd() {
        if (parser === started) parser = null;
      },
    });
    const started = { callee, loaded: callee.ask('load', null) };
    return started;
  }

  async function ask(request: ParseRequest, withinMs: number): Promise<ParsedForeign> {
    if (closed) throw stopped();
    clearTimeout(idle);
    parser ??= start();
    const { callee, loaded } = parser;
    try {
      await loaded;
      return await callWithin(withinMs, [], (signal) => callee.ask('parse', request, { signal }));
    } catch (error) {
      if (error instanceof RemoteCallError && error.code !== null)
        throw new AppError(error.code, error.message);
      void stop();
      if (closed) throw stopped();
      if (error instanceof DOMException && error.name === 'TimeoutError')
        throw unreadable(
          `that is parsed within ${withinMs} ms; it is nested too deeply or too irregular`,
          error,
        );
      throw unreadable('that is parsed in the memory there is for it', error);
    } finally {
      idle = setTimeout(() => void stop(), IDLE_MS);
      idle.unref();
    }
  }

  return {
    parse(text, format, withinMs = deadlineMs) {
      const within = Math.max(0, Math.round(Math.min(withinMs, deadlineMs)));
      return inTurn(() => ask({ text, format, maxContentBytes }, within));
    },

    async close() {
      closed = true;
      await stop();
    },
  };
}

interface Parser {
  callee: WorkerHandle<ParseCalls>;
  loaded: Promise<null>;
}

function unreadable(expected: string, cause: unknown): AppError {
  return new AppError('foreign_file_unreadable', `Expected Markdown ${expected}`, { cause });
}

function stopped(): AppError {
  return new AppError('unavailable', 'The service is stopping');
}
