import { homedir } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Machine } from './tools/tool.js';

/** Settings of the service that a tool's own environment does not have. The token is none of them: files of tools get about. */
const PASSED_ON = ['ANIMA_HOME', 'MEMORY_URL', 'MEMORY_PORT', 'MEMORY_DATA_DIR', 'AVATAR_URL'] as const;

/** Node takes these on every system, and a shell takes them in quotes. */
const pathTo = (relative: string): string =>
  fileURLToPath(new URL(relative, import.meta.url)).replaceAll('\\', '/');

/** This machine, this user, and this copy of Anima. */
export function thisMachine(env: NodeJS.ProcessEnv = process.env): Machine {
  const node = process.execPath.replaceAll('\\', '/');
  const home = env.ANIMA_HOME ? ` "${env.ANIMA_HOME}"` : '';
  const shell = process.platform === 'win32' ? '' : `sh "${pathTo('../../dist/hook.sh')}" `;
  const passedOn = PASSED_ON.flatMap((name) => (env[name] ? [[name, env[name]] as const] : []));
  return {
    home: env.HOME || homedir(),
    env,
    platform: process.platform,
    mcp: {
      command: node,
      args: [pathTo('../../../../scripts/anima.mjs'), 'mcp'],
      env: Object.fromEntries(passedOn),
    },
    hook: (tool, event) => `${shell}"${node}" "${pathTo('../../dist/hook.mjs')}" ${tool} ${event}${home}`,
  };
}
