import type { CommandIo } from './context.js';
import { EXIT } from './exit-codes.js';
import { CommandFailure, InterruptedError, toFailureReport } from './failure.js';
import { createProgram } from './program.js';
import { hasColours, red, rendered } from './terminal/output.js';
import { safeJson } from './terminal/safe-text.js';

/** One command line; resolves with its exit code, and never rejects. */
export async function run(args: readonly string[], house: CommandIo): Promise<number> {
  const { program, exitCode } = await createProgram(house, args);
  const { err } = house;
  try {
    await program.parseAsync(args, { from: 'user' });
    return exitCode();
  } catch (error) {
    return failed(house.signal.aborted ? house.signal.reason : error);
  }

  function failed(error: unknown): number {
    if (isHelp(error)) return EXIT.done;
    const failure = toFailureReport(asUsage(error));
    if (error instanceof InterruptedError || failure.message === '') return failure.exit_code;
    if (args.includes('--json')) err.write(`${safeJson(JSON.stringify({ error: failure }))}\n`);
    else err.write(`${rendered([red('anima: '), failure.message], hasColours(err, house.env))}\n`);
    return failure.exit_code;
  }
}

interface ParserError extends Error {
  code: string;
  exitCode: number;
}

const isParserError = (error: unknown): error is ParserError =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('commander.');

function isHelp(error: unknown): boolean {
  return isParserError(error) && error.exitCode === 0;
}

function asUsage(error: unknown): unknown {
  if (!isParserError(error)) return error;
  // What `command.error()` of a command's own work ends with is no wrong usage.
  if (error.code === 'commander.error')
    return new CommandFailure('failed', error.exitCode, plain(error.message));
  const hint =
    error.code === 'commander.help'
      ? 'Expected a command, received none; see: anima --help'
      : plain(error.message);
  return new CommandFailure('usage', EXIT.usage, hint);
}

const plain = (message: string): string => (message.startsWith('error: ') ? message.slice(7) : message);
