import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { animaHome } from '../anima-home.js';
import { hookProgramPath, hookScriptPath } from './own-files.js';
import type { Machine, Tool } from './tools/tool.js';

/** Settings of the service that connect writes into files of tools. Tokens are excluded, because tools copy these files. */
const FORWARDED = ['ANIMA_HOME', 'MEMORY_URL', 'MEMORY_PORT', 'MEMORY_DATA_DIR', 'AVATAR_URL'] as const;

/** Node accepts forward slashes on Windows, too. */
const withSlashes = (path: string): string =>
  process.platform === 'win32' ? path.replaceAll('\\', '/') : path;
const pathTo = (relative: string): string => withSlashes(fileURLToPath(new URL(relative, import.meta.url)));

/** Quotes a text as one word of a POSIX shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/**
 * Returns the command line of a hook. It exits with 0 whatever is missing or fails: tools interpret other codes, above all
 * 2, as an order to send nothing to their model.
 */
function hookCommand(env: NodeJS.ProcessEnv, node: string): Machine['hook'] {
  const program = pathTo('../../dist/hook.mjs');
  if (process.platform === 'win32') {
    const home = env.ANIMA_HOME ? ` "${env.ANIMA_HOME}"` : '';
    return (tool, event) => `"${node}" "${program}" ${tool} ${event}${home}`;
  }
  const script = quoted(hookScriptPath(animaHome(env)));
  const home = env.ANIMA_HOME ? ` ${quoted(env.ANIMA_HOME)}` : '';
  return (tool, event) =>
    `[ ! -f ${script} ] || sh ${script} ${quoted(node)} ${quoted(program)} ${tool} ${event}${home} || :`;
}

/** Describes this machine, its user and this copy of Anima. */
export function thisMachine(env: NodeJS.ProcessEnv = process.env): Machine {
  const node = withSlashes(process.execPath);
  const isWindows = process.platform === 'win32';
  return {
    home: env.HOME || homedir(),
    env,
    platform: process.platform,
    mcp: {
      command: node,
      args: [pathTo('../../dist/mcp.mjs')],
      env: Object.fromEntries(FORWARDED.flatMap((name) => (env[name] ? [[name, env[name]]] : []))),
    },
    hook: hookCommand(env, node),
    hookFiles: isWindows
      ? []
      : [
          { from: pathTo('../../dist/hook.sh'), to: hookScriptPath },
          { from: pathTo('../../dist/hook.mjs'), to: hookProgramPath },
        ],
  };
}

/** Whether a tool is on this machine: its program is on PATH, or one of its files exists. */
export function isInstalled(tool: Tool, machine: Machine): boolean {
  const folders = (machine.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  const endings = machine.platform === 'win32' ? ['.cmd', '.exe'] : [''];
  const programs = folders.flatMap((folder) => endings.map((ending) => join(folder, tool.program + ending)));
  return [...tool.signs(machine), ...programs].some((path) => existsSync(path));
}
