import type { Command } from 'commander';
import { animaHome } from '../anima-home.js';
import { safeJson, safeText } from '../terminal/safe-text.js';
import { connectTool, disconnectTool, type FileChange } from './connect.js';
import { keepConnectSettings, readConnectSettings } from './connect-settings.js';
import { ConnectError } from './files/tool-file.js';
import { projectOf, realOr } from './hook/project-of.js';
import { hooksToday, undoHook } from './hooks-today.js';
import { listTools } from './installed-tools.js';
import { thisMachine } from './this-machine.js';
import { knownTools } from './tools/known-tools.js';
import type { Tool } from './tools/tool.js';

const names = knownTools.map(({ name }) => name).join(', ');

interface ConnectOptions {
  list?: true;
  dryRun?: true;
  json?: true;
  off?: string | true;
  on?: string | true;
  project?: string | true;
}

/** `connect`, `disconnect`, `log` and `hook`. */
export function connectCommands(program: Command): void {
  program
    .command('connect')
    .description('give a tool its memory: the MCP server, and hooks where the tool has them')
    .argument('[name]', names)
    .option('--list', 'show which tools are here, and which are connected')
    .option('--dry-run', 'show what would be written, and write nothing')
    .option('--off [folder]', 'store and inject nothing in this folder and below; default: the current one')
    .option('--on [folder]', 'take that back')
    .option(
      '--project [name]',
      'the project of the current folder: show it, or choose another; - for its own again',
    )
    .option('--json', 'answer in JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  anima connect claude-code\n  anima connect cursor --dry-run\n  anima connect --off ~/work/secret-project\n  anima connect --project web',
    )
    .action((name: string | undefined, options: ConnectOptions, command: Command) =>
      plainly(command, () => {
        if (options.off !== undefined) switchFolder(options.off, 'off', options.json);
        else if (options.on !== undefined) switchFolder(options.on, 'on', options.json);
        else if (options.project !== undefined) chooseProject(options.project, options.json);
        else if (options.list === true || name === undefined) list(options.json);
        else connect(toolNamed(name), options);
      }),
    );
  program
    .command('disconnect')
    .description('take back exactly what connect wrote')
    .argument('<name>', names)
    .option('--dry-run', 'show what would be done, and do nothing')
    .option('--json', 'answer in JSON')
    .action((name: string, options: ConnectOptions, command: Command) =>
      plainly(command, () => disconnect(toolNamed(name), options)),
    );
  program
    .command('log')
    .description('what hooks stored and injected today, and how many tokens that took')
    .option('--undo <id>', 'archive what a line stored; inject no more what it injected')
    .option('--json', 'answer in JSON')
    .addHelpText('after', '\nExamples:\n  anima log\n  anima log --undo 1f0c9a3e')
    .action((options: { undo?: string; json?: true }, command: Command) =>
      plainly(command, () =>
        options.undo === undefined ? showLog(options.json) : undo(options.undo, options.json),
      ),
    );
  program
    .command('hook', { hidden: true })
    .description('what connected tools call')
    .argument('<tool>')
    .argument('[event]')
    .argument('[home]')
    // The same program that is written into the settings of tools, which loads less than this one.
    .action(async () => {
      await import('./hook/main.js');
    });
}

async function plainly(command: Command, work: () => void | Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof ConnectError)) throw error;
    command.error(error.message, { exitCode: 1 });
  }
}

function toolNamed(name: string): Tool {
  const tool = knownTools.find((each) => each.name === name);
  if (tool === undefined)
    throw new ConnectError(`Expected one of ${names}, received ${JSON.stringify(name)}`);
  return tool;
}

function connect(tool: Tool, { dryRun = false, json }: { dryRun?: boolean; json?: boolean }): void {
  const home = animaHome();
  const changes = connectTool(tool, thisMachine(), { animaHome: home, dryRun, now: new Date() });
  const { MEMORY_API_TOKEN: token, MEMORY_URL, MEMORY_PORT } = process.env;
  if (!dryRun && (MEMORY_URL || MEMORY_PORT))
    keepConnectSettings(home, { url: readConnectSettings(home).url });
  if (!dryRun && token) keepConnectSettings(home, { token });
  const notes = [
    ...tool.notes,
    ...(token
      ? [
          'The MCP server needs MEMORY_API_TOKEN in the environment of the tool: it is written into no file of it.',
        ]
      : []),
  ];
  if (json) {
    print({ tool: tool.name, dry_run: dryRun, files: changes, notes });
    return;
  }
  say(dryRun ? `Would connect ${tool.title}:` : `Connected ${tool.title}.`);
  showChanges(changes);
  for (const note of notes) say(`  ${note}`);
  if (!dryRun) say(`Take it back with: anima disconnect ${tool.name}`);
}

function disconnect(tool: Tool, { dryRun = false, json }: { dryRun?: boolean; json?: boolean }): void {
  const changes = disconnectTool(tool, thisMachine(), { animaHome: animaHome(), dryRun });
  if (json) {
    print({ tool: tool.name, dry_run: dryRun, files: changes });
    return;
  }
  say(dryRun ? `Would disconnect ${tool.title}:` : `Disconnected ${tool.title}.`);
  showChanges(changes);
}

const changeWords: Record<FileChange['change'], string> = {
  new: 'new',
  changed: 'changed',
  unchanged: 'as it was',
  removed: 'removed',
  restored: 'as it was before',
  cleaned: 'ours taken out',
};

function showChanges(changes: readonly FileChange[]): void {
  for (const { path, what, change, copy } of changes) {
    say(`  ${changeWords[change]}: ${path} (${what})`);
    if (copy !== null) say(`    a copy of how it was: ${copy}`);
  }
}

function list(json?: boolean): void {
  const tools = listTools(thisMachine(), animaHome());
  if (json) {
    print({ tools });
    return;
  }
  for (const { name, title, installed, connected } of tools)
    say(
      `${name.padEnd(12)} ${title.padEnd(20)} ${installed ? 'here' : '-   '}  ${connected ? 'connected' : '-'}`,
    );
}

function switchFolder(folder: string | true, to: 'on' | 'off', json?: boolean): void {
  const home = animaHome();
  const path = realOr(folder === true ? process.cwd() : folder);
  const others = readConnectSettings(home).off.filter((each) => each !== path);
  keepConnectSettings(home, { off: to === 'off' ? [...others, path] : others });
  if (json) {
    print({ folder: path, memory: to });
    return;
  }
  say(to === 'off' ? `Nothing is stored or injected in ${path} and below.` : `Memory is on in ${path}.`);
}

/** As the service takes it. */
const MAX_PROJECT_NAME = 128;

function chooseProject(name: string | true, json?: boolean): void {
  const home = animaHome();
  const { projects } = readConnectSettings(home);
  const { root } = projectOf(process.cwd());
  if (name !== true) {
    // "*" stands for all projects over MCP.
    if (
      name !== name.trim() ||
      name === '' ||
      name === '*' ||
      name.length > MAX_PROJECT_NAME ||
      /\p{Cc}/u.test(name)
    )
      throw new ConnectError(
        `Expected a name of 1 to ${MAX_PROJECT_NAME} characters without control characters and outer spaces, received ${JSON.stringify(name.slice(0, 256))}`,
      );
    const { [root]: _before, ...others } = projects;
    keepConnectSettings(home, { projects: name === '-' ? others : { ...others, [root]: name } });
  }
  const project = projectOf(root, readConnectSettings(home).projects).name;
  if (json) {
    print({ folder: root, project });
    return;
  }
  say(`Memories of ${root} belong to the project ${project}.`);
}

function showLog(json?: boolean): void {
  const day = hooksToday(animaHome(), new Date());
  if (json) {
    print(day);
    return;
  }
  for (const { id, at, tool, event, project, stored, injected, tokens, problem } of day.records) {
    const did = [
      ...(stored.length > 0 ? [`stored ${stored.length}`] : []),
      ...(injected.length > 0 ? [`injected ${injected.length} (${tokens} tokens)`] : []),
      ...(problem === undefined ? [] : [`problem: ${problem}`]),
    ];
    say(`${id}  ${new Date(at).toTimeString().slice(0, 8)}  ${tool} ${event}  ${project}  ${did.join(', ')}`);
  }
  const lost = day.lost === 0 ? '' : `, ${day.lost} lost (the memory service was too slow)`;
  say(`Today: ${day.stored} stored, ${day.injected} injected${lost}, ${day.tokens} tokens.`);
}

async function undo(id: string, json?: boolean): Promise<void> {
  const outcome = await undoHook(animaHome(), id);
  if (json) {
    print(outcome);
    return;
  }
  say(`Archived ${outcome.forgotten}; injected no more: ${outcome.hidden}.`);
}

function print(value: unknown): void {
  console.log(safeJson(JSON.stringify(value, null, 2)));
}

/** A line for people, and one line whatever names of folders and projects stand in it. */
function say(line: string): void {
  console.log(safeText(line).replaceAll('\n', '\\n'));
}
