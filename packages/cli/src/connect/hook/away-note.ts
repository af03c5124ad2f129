import { rmSync } from 'node:fs';
import { outageMarkerPath } from '../connect-folders.js';
import { writePrivateFile } from '../private-file.js';

/**
 * What `hook.sh` goes by: the address at which nobody listened. An address of the environment is not noted, because another tool
 * may have another one there.
 */
export function updateOutageMarker(home: string, env: NodeJS.ProcessEnv, url: string, isAway: boolean): void {
  if (env.MEMORY_URL || env.MEMORY_PORT) return;
  try {
    if (isAway) writePrivateFile(outageMarkerPath(home), `${url}\n`);
    else rmSync(outageMarkerPath(home), { force: true });
  } catch {
    // A home that cannot be written to: the next hook asks for itself.
  }
}
