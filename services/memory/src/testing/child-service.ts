import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { type ChildService, spawnProgram } from '@anima/service/testing';
import { ARMED_VARIABLE, type KillPoint } from './kill-points/kill-point.js';

export type { ChildService } from '@anima/service/testing';

const require = createRequire(import.meta.url);
const main = require.resolve('@anima/memory');

/** The built program as a user runs it, in a process of its own, on a free port. */
export function spawnService(env: Record<string, string>, args: string[] = []): Promise<ChildService> {
  return spawnProgram(main, { MEMORY_PORT: '0', ...env }, args);
}

/** The same, which dies as of kill -9 at the point it is armed with. */
export async function spawnWithKillPoint(
  env: Record<string, string>,
  armedFile: string,
): Promise<ChildService & { arm(point: KillPoint): void }> {
  rmSync(armedFile, { force: true });
  const preload = pathToFileURL(require.resolve('@anima/memory/dist/testing/kill-points/register.js'));
  const service = await spawnService({
    ...env,
    NODE_OPTIONS: `--import ${preload}`,
    [ARMED_VARIABLE]: armedFile,
  });
  return {
    ...service,
    arm(point) {
      // It is there at once with all that stands in it.
      writeFileSync(`${armedFile}.new`, JSON.stringify(point));
      renameSync(`${armedFile}.new`, armedFile);
    },
  };
}
