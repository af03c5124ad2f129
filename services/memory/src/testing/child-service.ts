import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { type ChildService, spawnProgram } from '@anima/service/testing';
import { ARMED_VARIABLE, type KillPoint } from './kill-points/kill-point.js';

export type { ChildService } from '@anima/service/testing';

const require = createRequire(import.meta.url);
const main = require.resolve('@anima/memory');

/** Starts the built program as a user does, in a child process and on a free port. */
export function spawnService(env: Record<string, string>, args: string[] = []): Promise<ChildService> {
  return spawnProgram(main, { MEMORY_PORT: '0', ...env }, args);
}

/** Starts the built program with a kill point, at which it dies as with kill -9 once the point is armed. */
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
      // The rename is atomic, so the program never reads a partial file.
      writeFileSync(`${armedFile}.new`, JSON.stringify(point));
      renameSync(`${armedFile}.new`, armedFile);
    },
  };
}
