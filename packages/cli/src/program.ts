import { Command } from 'commander';
import { archiveCommands } from './commands/archive-commands.js';
import { auditCommands } from './commands/audit-commands.js';
import { avatarCommands } from './commands/avatar-commands.js';
import { backupCommands } from './commands/backup-commands.js';
import { cacheCommands } from './commands/cache-commands.js';
import { catalogCommands } from './commands/catalog-commands.js';
import { completionCommand } from './commands/completion-command.js';
import { doctorCommand } from './commands/doctor-command.js';
import { memoryCommands } from './commands/memory-commands.js';
import { serviceCommands } from './commands/service-commands.js';
import type { CommandIo } from './context.js';
import { createCommandDefiner } from './define-command.js';
import { exitCodes } from './exit-codes.js';
import { ownVersion } from './programs/repository.js';

/** The whole command line. What a command needs beyond its own lines is loaded when it runs. */
export async function createProgram(
  house: CommandIo,
  args: readonly string[],
): Promise<{ program: Command; exitCode: () => number }> {
  const definer = createCommandDefiner(house);
  const program = new Command('anima')
    .description(
      'A memory and a face for AI agents. Services run on this machine; `anima start` starts them.',
    )
    .version(ownVersion(), '-V, --version', 'the version of this command line')
    .exitOverride()
    // Of `voices add NAME --json` the last word is for `add`.
    .enablePositionalOptions()
    // Problems are told by `run`, in JSON where that is asked for.
    .configureOutput({
      writeOut: (text) => void house.out.write(text),
      outputError: () => {},
      writeErr: () => {},
    })
    .showSuggestionAfterError()
    .addHelpText('after', `\n${exitCodesText()}`);
  serviceCommands(program, definer);
  memoryCommands(program, definer);
  archiveCommands(program, definer);
  auditCommands(program, definer);
  cacheCommands(program, definer);
  avatarCommands(program, definer);
  catalogCommands(program, definer);
  backupCommands(program, definer);
  doctorCommand(program, definer);
  completionCommand(program, definer);
  await addConnectCommands(program, args);
  return { program, exitCode: definer.exitCode };
}

const ownConnect = ['connect', 'disconnect', 'log', 'hook'];

/** They read and write the settings of other tools: loaded for themselves, and where all commands are listed. */
async function addConnectCommands(program: Command, [first = '--help']: readonly string[]): Promise<void> {
  const isOther = program.commands.some((command) => command.name() === first) && first !== 'completion';
  if (isOther && !ownConnect.includes(first)) return;
  const { connectCommands } = await import('./connect/command.js');
  connectCommands(program);
}

function exitCodesText(): string {
  const lines = Object.values(exitCodes).map(([code, meaning]) => `  ${String(code).padEnd(4)} ${meaning}`);
  return `Exit codes:\n${lines.join('\n')}`;
}
