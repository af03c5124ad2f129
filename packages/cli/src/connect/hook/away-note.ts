import { rmSync } from 'node:fs';
import { awayPath, writePrivateFile } from '../own-files.js';

/**
 * What `hook.sh` goes by: the address at which nobody listened. An address of the environment is not noted, because another tool
 * may have another one there.
 */
export function noteWhetherAway(home: string, env: NodeJS.ProcessEnv, url: string, isAway: boolean): void {
  if (env.MEMORY_URL || env.MEMORY_PORT) return;
  try {
    if (isAway) writePrivateFile(awayPath(home), `${url}\n`);
    else rmSync(awayPath(home), { force: true });
  } catch {
    // A home that cannot be written to: the next hook asks for itself.
  }
}
