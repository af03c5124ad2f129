import { createRequire } from 'node:module';
import { RemoteCallError, startProcess, type WorkerHandle } from '@anima/calls';
import { callWithin } from '@anima/calls/signals';
import { AppError } from '@anima/service/errors';
import pLimit from 'p-limit';
import type { ForeignFormat } from '../formats.js';
import type { FileTraits, ParsedForeign } from '../parse-foreign.js';
import type { ParseCalls, ParseRequest } from './foreign-parse-process.js';

export interface ForeignParser {
  /**
   * Parses one text at a time, in the order of the calls. Throws foreign_file_unreadable, also if parsing
   * takes longer than `withinMs` or than the limit of the parser.
   */
  parse(
    text: string,
    format: ForeignFormat | null,
    withinMs?: number,
    traits?: FileTraits,
  ): Promise<ParsedForeign>;
  close(): Promise<void>;
}

/** Ordinary text of maximum size takes 2.7 s of CPU time; crafted Markdown can take hours. */
const DEADLINE_MS = 20_000;
/** An idle process uses about 50 MB. */
const IDLE_MS = 10_000;
/** Nesting makes trees that are much larger than their text, and exports are large. */
const HEAP_MB = 512;

/** The built file, also if this module runs from its source. */
const ENTRY = createRequire(import.meta.url).resolve(
  '@anima/memory/dist/import/files/foreign-parse-process.js',
);

/**
 * Parses in a child process, which is killed if it takes too long. A worker thread is not enough: V8 can end
 * the complete process when a thread runs out of memory.
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
      name: 'the parser process',
      execArgv: [`--max-old-space-size=${HEAP_MB}`],
      // The process cannot handle messages while it parses.
      stopMs: 0,
      closeMs: 0,
      // A process that exited by itself is not used again.
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
          `that can be parsed within ${withinMs} ms; it is nested too deeply or too irregular`,
          error,
        );
      throw unreadable('that can be parsed within the memory limit', error);
    } finally {
      idle = setTimeout(() => void stop(), IDLE_MS);
      idle.unref();
    }
  }

  return {
    parse(text, format, withinMs = deadlineMs, traits = {}) {
      const within = Math.max(0, Math.round(Math.min(withinMs, deadlineMs)));
      return inTurn(() => ask({ text, format, maxContentBytes, traits }, within));
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
