import type { Command } from 'commander';
import { type CommandDefiners, flag, text } from '../define-command.js';
import { dialects } from './hook/dialects.js';

const names = Object.keys(dialects).join(', ');

/** `connect`, `disconnect`, `log` and the hidden `hook`. */
export function connectCommands(program: Command, definers: CommandDefiners): void {
  const { define } = definers.calling();
  const actions = () => import('./connect-actions.js');
  define(program, {
    line: 'connect [name]',
    summary: `give a tool its memory: the MCP server, and hooks if the tool has them (${names})`,
    examples: [
      'anima connect claude-code',
      'anima connect cursor --dry-run',
      'anima connect --off ~/work/secret-project',
      'anima connect --project web',
    ],
    options: {
      list: flag('list the tools of this machine and whether they are connected'),
      dryRun: flag('show the changes without applying them'),
      off: text('[folder]', 'disable memory in this folder and below; default: the current folder'),
      on: text('[folder]', 'enable memory again'),
      project: text(
        '[name]',
        'show the project of the current folder, or choose another; - for its default name',
      ),
    },
    run: async (context, { list, dryRun = false, off, on, project }, name) => {
      const { chooseProject, connect, listTools, switchFolder } = await actions();
      // Commander passes true for an option without its value.
      const value = (option: unknown) => (option === true ? null : (option as string));
      if (off !== undefined) switchFolder(context, value(off), 'off');
      else if (on !== undefined) switchFolder(context, value(on), 'on');
      else if (project !== undefined) chooseProject(context, value(project));
      else if (list === true || name === undefined) listTools(context);
      else connect(context, name, dryRun);
    },
  });
  define(program, {
    line: 'disconnect <name>',
    summary: 'undo the changes of connect, and nothing else',
    examples: ['anima disconnect claude-code'],
    options: { dryRun: flag('show the changes without applying them') },
    run: async (context, { dryRun = false }, name) => (await actions()).disconnect(context, name, dryRun),
  });
  define(program, {
    line: 'log',
    summary: 'show what hooks stored and injected today, and the number of tokens',
    examples: ['anima log', 'anima log --undo 1f0c9a3e'],
    options: { undo: text('<id>', 'archive what a line stored; never inject again what it injected') },
    run: async (context, { undo }) => {
      const { showLog, undoLine } = await actions();
      if (undo === undefined) showLog(context);
      else await undoLine(context, undo);
    },
  });
  program
    .command('hook <tool> [event] [home]', { hidden: true })
    .description('run the hook of a connected tool')
    // main.ts runs hooks before it loads the commands.
    .action(async () => {
      await import('./hook/main.js');
    });
}
