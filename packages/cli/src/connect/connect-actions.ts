import { animaHome } from '../anima-home.js';
import type { Context } from '../context.js';
import { dim, green } from '../terminal/output.js';
import { safeLine } from '../terminal/safe-text.js';
import { connectTool, disconnectTool, type FileChange, isConnected } from './connect.js';
import { keepConnectSettings, readConnectSettings } from './connect-settings.js';
import { ConnectError } from './files/tool-file.js';
import { projectOf, realOr } from './hook/project-of.js';
import { hooksToday, undoHook } from './hooks-today.js';
import { isInstalled, thisMachine } from './this-machine.js';
import { knownTools } from './tools/known-tools.js';
import type { Tool } from './tools/tool.js';

function toolNamed(name: string): Tool {
  const tool = knownTools.find((each) => each.name === name);
  if (tool !== undefined) return tool;
  const names = knownTools.map((each) => each.name).join(', ');
  throw new ConnectError(`Expected one of ${names}, received ${JSON.stringify(name)}`);
}

export function connect({ env, output }: Context, name: string, dryRun: boolean): void {
  const tool = toolNamed(name);
  const home = animaHome(env);
  const files = connectTool(tool, thisMachine(env), { animaHome: home, dryRun, now: new Date() });
  const { MEMORY_API_TOKEN: token, MEMORY_URL, MEMORY_PORT } = env;
  if (!dryRun && (MEMORY_URL || MEMORY_PORT))
    keepConnectSettings(home, { url: readConnectSettings(home, env).url });
  if (!dryRun && token) keepConnectSettings(home, { token });
  const tokenNote =
    'The MCP server needs MEMORY_API_TOKEN in the environment of the tool: connect writes it into no file of the tool.';
  const notes = [...tool.notes, ...(token ? [tokenNote] : [])];
  output.answer({ tool: tool.name, dry_run: dryRun, files, notes }, () => {
    output.say(dryRun ? `Would connect ${tool.title}:` : green(`Connected ${tool.title}.`));
    showChanges(output, files);
    for (const note of notes) output.say(`  ${note}`);
    if (!dryRun) output.say(`Undo with: anima disconnect ${tool.name}`);
  });
}

export function disconnect({ env, output }: Context, name: string, dryRun: boolean): void {
  const tool = toolNamed(name);
  const files = disconnectTool(tool, thisMachine(env), { animaHome: animaHome(env), dryRun });
  output.answer({ tool: tool.name, dry_run: dryRun, files }, () => {
    output.say(dryRun ? `Would disconnect ${tool.title}:` : green(`Disconnected ${tool.title}.`));
    showChanges(output, files);
  });
}

const changeWords: Record<FileChange['change'], string> = {
  new: 'new',
  changed: 'changed',
  unchanged: 'unchanged',
  removed: 'removed',
  restored: 'restored',
  cleaned: 'entries of Anima removed',
};

function showChanges({ say }: Context['output'], changes: readonly FileChange[]): void {
  for (const { path, what, change, copy } of changes) {
    say(`  ${changeWords[change]}: ${safeLine(path)} (${what})`);
    if (copy !== null) say(dim(`    copy of the previous file: ${safeLine(copy)}`));
  }
}

export function listTools({ env, output }: Context): void {
  const home = animaHome(env);
  const machine = thisMachine(env);
  const tools = knownTools.map((tool) => ({
    ...{ name: tool.name, title: tool.title },
    ...{ installed: isInstalled(tool, machine), connected: isConnected(tool, home) },
  }));
  output.answer({ tools }, () =>
    output.table(
      tools.map(({ name, title, installed, connected }) => [
        name,
        title,
        installed ? 'installed' : '-',
        connected ? 'connected' : '-',
      ]),
    ),
  );
}

export function switchFolder({ env, output }: Context, folder: string | null, memory: 'on' | 'off'): void {
  const home = animaHome(env);
  const path = realOr(folder ?? process.cwd());
  const others = readConnectSettings(home, env).off.filter((each) => each !== path);
  keepConnectSettings(home, { off: memory === 'off' ? [...others, path] : others });
  output.answer({ folder: path, memory }, () =>
    output.say(`Memory is ${memory} in ${safeLine(path)}${memory === 'off' ? ' and below' : ''}.`),
  );
}

/** Limit of the memory service. */
const MAX_PROJECT_NAME = 128;

/** @param name Null shows the project; "-" restores its default name. */
export function chooseProject({ env, output }: Context, name: string | null): void {
  const home = animaHome(env);
  const { projects } = readConnectSettings(home, env);
  const { root } = projectOf(process.cwd());
  if (name !== null) {
    // Over MCP, "*" means all projects.
    const isValid = name === name.trim() && name !== '' && name !== '*' && name.length <= MAX_PROJECT_NAME;
    if (!isValid || /\p{Cc}/u.test(name))
      throw new ConnectError(
        `Expected a name of 1 to ${MAX_PROJECT_NAME} characters without control characters and outer spaces, received ${JSON.stringify(name.slice(0, 256))}`,
      );
    const { [root]: _before, ...others } = projects;
    keepConnectSettings(home, { projects: name === '-' ? others : { ...others, [root]: name } });
  }
  const project = projectOf(root, readConnectSettings(home, env).projects).name;
  output.answer({ folder: root, project }, () =>
    output.say(safeLine(`Memories of ${root} belong to the project ${project}.`)),
  );
}

export function showLog({ env, output }: Context): void {
  const day = hooksToday(animaHome(env), new Date());
  output.answer(day, () => {
    for (const { id, at, tool, event, project, stored, injected, tokens, problem } of day.records) {
      const effects = [
        ...(stored.length > 0 ? [`stored ${stored.length}`] : []),
        ...(injected.length > 0 ? [`injected ${injected.length} (${tokens} tokens)`] : []),
        ...(problem === undefined ? [] : [`problem: ${problem}`]),
      ].join(', ');
      const time = new Date(at).toTimeString().slice(0, 8);
      output.say([id, time, `${tool} ${event}`, project, effects].map(safeLine).join('  '));
    }
    const lost = day.lost === 0 ? '' : `, ${day.lost} lost (the memory service was too slow)`;
    output.say(`Today: ${day.stored} stored, ${day.injected} injected${lost}, ${day.tokens} tokens.`);
  });
}

export async function undoLine({ env, output }: Context, id: string): Promise<void> {
  const outcome = await undoHook(animaHome(env), id, env);
  output.answer(outcome, () =>
    output.say(`Archived ${outcome.forgotten}; never injected again: ${outcome.hidden}.`),
  );
}
