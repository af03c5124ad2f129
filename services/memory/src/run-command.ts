import { AppError } from '@anima/service/errors';
import { makeFilesPrivate } from '@anima/service/files';
import { damagedDatabase } from '@anima/service/sqlite';
import { type MemoryConfig, settings } from './config.js';

export interface CommandOptions {
  /** Stops the command at a point from which it can continue later. */
  signal: AbortSignal;
  /** Prints one line for the user. */
  say: (line: string) => void;
}

/**
 * Runs a long command without arguments, and sets its exit code: 0 done, 1 failed, 64 wrong usage, 130
 * stopped, with the message `whenStopped`. The first line of `usage` is the call.
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
    const knownError = known(error);
    if (knownError === null) throw error;
    console.error(knownError.message);
    process.exitCode = 1;
  }
}

function known(error: unknown): AppError | null {
  return error instanceof AppError ? error : damagedDatabase('memory.db of MEMORY_DATA_DIR', error);
}

/** Output stream for lines. */
interface Terminal {
  write(text: string): unknown;
  readonly isTTY?: boolean;
}

const BAR = 24;

/** Returns a function that prints lines. Progress overwrites one line on a terminal. */
export function createProgressPrinter(terminal: Terminal): (line: string) => void {
  let isBarThere = false;
  return (line) => {
    const [, done, total] = /^(\d{1,15}) of (\d{1,15}) texts are done$/.exec(line) ?? [];
    const before = isBarThere ? '\r\x1b[K' : '';
    isBarThere = terminal.isTTY === true && done !== undefined;
    terminal.write(
      isBarThere ? `\r${barOf(Number(done), Number(total))}${line}\x1b[K` : `${before}${line}\n`,
    );
  };
}

function barOf(done: number, total: number): string {
  // Texts can have been added in the meantime.
  const share = total === 0 ? 1 : Math.min(1, done / total);
  const full = Math.round(share * BAR);
  return `${'█'.repeat(full)}${'░'.repeat(BAR - full)} ${String(Math.floor(share * 100)).padStart(3)} %  `;
}
