import { Command } from 'commander';
import { archiveCommands } from './commands/archive-commands.js';
import { auditCommands } from './commands/audit-commands.js';
import { avatarCommands } from './commands/avatar-commands.js';
import { cacheCommands } from './commands/cache-commands.js';
import { catalogCommands } from './commands/catalog-commands.js';
import { completionCommand } from './commands/completion-command.js';
import { erasureCommands } from './commands/erasure-commands.js';
import { evalCommand } from './commands/eval-command.js';
import { memoryCommands } from './commands/memory-commands.js';
import { serviceCommands } from './commands/service-commands.js';
import { systemServiceCommands } from './commands/system-service-commands.js';
import { connectCommands } from './connect/command.js';
import type { CommandIo } from './context.js';
import { createCommandDefiners } from './define-command.js';
import { CommandFailure, EXIT, exitCodes, InterruptedError, toFailureReport } from './failure.js';
import { ownVersion } from './programs/repository.js';
import { hasColours, red, rendered } from './terminal/output.js';
import { safeJson } from './terminal/safe-text.js';

/** Creates the command line. Modules that only one command needs are loaded when the command runs. */
export function createProgram(house: CommandIo): { program: Command; exitCode: () => number } {
  const definers = createCommandDefiners(house);
  const codes = Object.values(exitCodes).map(([code, meaning]) => `  ${String(code).padEnd(4)} ${meaning}`);
  const program = new Command('anima')
    .description('Memory and speech for AI agents. `anima start` starts the services on this machine.')
    .version(ownVersion(), '-V, --version', 'print the version')
    .exitOverride()
    // The last word of `voices add NAME --json` belongs to `add`.
    .enablePositionalOptions()
    // `run` reports errors, as JSON if --json is given.
    .configureOutput({
      writeOut: (text) => void house.out.write(text),
      outputError: () => {},
      writeErr: () => {},
    })
    .showSuggestionAfterError()
    .addHelpText('after', `\nExit codes:\n${codes.join('\n')}`);
  for (const addCommands of [
    ...[
      serviceCommands,
      systemServiceCommands,
      memoryCommands,
      archiveCommands,
      erasureCommands,
      auditCommands,
      cacheCommands,
    ],
    ...[evalCommand, avatarCommands, catalogCommands, completionCommand, connectCommands],
  ])
    addCommands(program, definers);
  return { program, exitCode: definers.exitCode };
}

/** Runs one command line; resolves with its exit code and never rejects. */
export async function run(args: readonly string[], house: CommandIo): Promise<number> {
  const { program, exitCode } = createProgram(house);
  const { err } = house;
  try {
    await program.parseAsync(args, { from: 'user' });
    return exitCode();
  } catch (thrown) {
    const error = house.signal.aborted ? house.signal.reason : thrown;
    if (isParserError(error) && error.exitCode === 0) return EXIT.done;
    const failure = toFailureReport(isParserError(error) ? toUsageError(error) : error);
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

function toUsageError({ code, message }: ParserError): CommandFailure {
  const text =
    code === 'commander.help'
      ? 'Expected a command, received none. See: anima --help'
      : message.replace(/^error: /, '');
  return new CommandFailure('usage', EXIT.usage, text);
}
