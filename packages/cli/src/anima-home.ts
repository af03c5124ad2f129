import { homedir } from 'node:os';
import { join } from 'node:path';

/** Returns the folder of Anima's own files: `ANIMA_HOME`, default `~/.anima`. */
export function animaHome(env: NodeJS.ProcessEnv = process.env): string {
  return env.ANIMA_HOME || join(env.HOME || homedir(), '.anima');
}
