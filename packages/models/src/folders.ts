import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

/** Where the avatar service keeps its data: AVATAR_DATA_DIR, else avatar/ in ANIMA_HOME, else ~/.anima/avatar. */
export function resolveDataDir(env: NodeJS.ProcessEnv = process.env): string {
  return resolve(env.AVATAR_DATA_DIR || join(env.ANIMA_HOME || join(homedir(), '.anima'), 'avatar'));
}

/** Networks lie here, each in a folder of its name. Voices lie beside it in voices/, where the service looks for them. */
export function modelsDir(dataDir: string): string {
  return join(dataDir, 'models');
}

/** `path` as the table has it. */
export function pathIn(dataDir: string, path: string): string {
  return join(dataDir, ...path.split('/'));
}
