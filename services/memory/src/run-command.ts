import { AppError } from '@anima/service/errors';
import { makeFilesPrivate } from '@anima/service/files';
import { damagedDatabase } from '@anima/service/sqlite';
import { type MemoryConfig, settings } from './config.js';
import { createProgressPrinter } from './reindex-line.js';

export interface CommandOptions {
  /** Stops it where it can go on later. */
  signal: AbortSignal;
  /** One line for a person. */
  say: (line: string) => void;
}

/**
 * A command without arguments that takes its time, from its `usage` (whose first line says how it is called) to its exit code: 0 done,
 * 1 failed, 64 wrong usage, 130 stopped, which `whenStopped` tells.
 */
export async function runCommand(
  usage: string,
  work: (config: MemoryConfig, options: CommandOptions) => Promise<void>,
  whenStopped?: string,
): Promise<void> {
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  if (process.argv.includes('--help')) return console.log(`${usage}\n${settings.helpTable()}`);
  if (process.argv.length > 2) {
    console.error(`Expected no arguments, received ${process.argv[2]}\n${usage.split('\n')[0]}`);
    process.exitCode = 64;
    return;
  }
  makeFilesPrivate();
  try {
    await work(settings.parse(process.env), {
      signal: stop.signal,
      say: createProgressPrinter(process.stderr),
    });
  } catch (error) {
    if (stop.signal.aborted) {
      if (whenStopped !== undefined) console.error(whenStopped);
      process.exitCode = 130;
      return;
    }
    const told = known(error);
    if (told === null) throw error;
    console.error(told.message);
    process.exitCode = 1;
  }
}

function known(error: unknown): AppError | null {
  return error instanceof AppError ? error : damagedDatabase('memory.db of MEMORY_DATA_DIR', error);
}
