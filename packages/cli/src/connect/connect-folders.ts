import { join } from 'node:path';

/** What connect keeps below `animaHome()`. */
export const connectFolder = (home: string): string => join(home, 'connect');
export const receiptPath = (home: string, tool: string): string =>
  join(connectFolder(home), 'receipts', `${tool}.json`);
export const settingsPath = (home: string): string => join(connectFolder(home), 'settings.json');
export const sessionsFolder = (home: string): string => join(connectFolder(home), 'sessions');
export const hookLogPath = (home: string): string => join(home, 'logs', 'hooks.log');
/** The script that the settings of tools call: a copy that stays when the folder of Anima is moved or removed. */
export const hookScriptPath = (home: string): string => join(connectFolder(home), 'hook.sh');
/** Where a hook found nobody at the address of the memory service: that address (`hook/hook.sh`). */
export const outageMarkerPath = (home: string): string => join(connectFolder(home), 'away');
