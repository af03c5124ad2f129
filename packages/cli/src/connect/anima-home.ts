import { homedir } from 'node:os';
import { join } from 'node:path';

/** Where Anima keeps what is its own: `ANIMA_HOME`, else `~/.anima`. */
export function animaHome(env: NodeJS.ProcessEnv = process.env): string {
  return env.ANIMA_HOME || join(env.HOME || homedir(), '.anima');
}

export const connectFolder = (home: string): string => join(home, 'connect');
export const receiptPath = (home: string, tool: string): string =>
  join(connectFolder(home), 'receipts', `${tool}.json`);
export const settingsPath = (home: string): string => join(connectFolder(home), 'settings.json');
export const sessionsFolder = (home: string): string => join(connectFolder(home), 'sessions');
export const hookLogPath = (home: string): string => join(home, 'logs', 'hooks.log');
