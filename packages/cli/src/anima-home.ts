import { homedir } from 'node:os';
import { join } from 'node:path';

/** Where Anima keeps what is its own: `ANIMA_HOME`, else `~/.anima`. */
export function animaHome(env: NodeJS.ProcessEnv = process.env): string {
  return env.ANIMA_HOME || join(env.HOME || homedir(), '.anima');
}
