import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** What of a folder, at any depth, its group or everybody has a right to. */
export function openToOthers(folder: string): string[] {
  return readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => (lstatSync(join(folder, name)).mode & 0o077) !== 0);
}
