import { homedir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { animaHome } from '../anima-home.js';
import { hookScriptPath } from './connect-folders.js';
import type { Machine } from './tools/tool.js';

/** Settings of the service that a tool's own environment does not have. The token is none of them: files of tools get about. */
const PASSED_ON = ['ANIMA_HOME', 'MEMORY_URL', 'MEMORY_PORT', 'MEMORY_DATA_DIR', 'AVATAR_URL'] as const;

/** Node accepts forward slashes on Windows, too. */
const withSlashes = (path: string): string =>
  process.platform === 'win32' ? path.replaceAll('\\', '/') : path;
const pathTo = (relative: string): string => withSlashes(fileURLToPath(new URL(relative, import.meta.url)));

/** A word of a POSIX shell that stands for exactly this text. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/**
 * The command line of a hook. It ends with 0 whatever is missing or fails: tools take other codes, 2 above all, as an order to send
 * nothing to their model.
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

/** This machine, this user, and this copy of Anima. */
export function thisMachine(env: NodeJS.ProcessEnv = process.env): Machine {
  const node = withSlashes(process.execPath);
  const passedOn = PASSED_ON.flatMap((name) => (env[name] ? [[name, env[name]] as const] : []));
  return {
    home: env.HOME || homedir(),
    env,
    platform: process.platform,
    mcp: {
      command: node,
      args: [pathTo('../../dist/mcp.mjs')],
      env: Object.fromEntries(passedOn),
    },
    hook: hookCommand(env, node),
    hookScript: process.platform === 'win32' ? null : pathTo('../../dist/hook.sh'),
  };
}
