import { join } from 'node:path';

/** What connect keeps below `animaHome()`. */
export const connectFolder = (home: string): string => join(home, 'connect');
export const receiptPath = (home: string, tool: string): string =>
  join(connectFolder(home), 'receipts', `${tool}.json`);
export const settingsPath = (home: string): string => join(connectFolder(home), 'settings.json');
export const sessionsFolder = (home: string): string => join(connectFolder(home), 'sessions');
export const hookLogPath = (home: string): string => join(home, 'logs', 'hooks.log');
