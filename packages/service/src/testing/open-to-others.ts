import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Returns the entries of a folder, at any depth, that are accessible to the group or others. */
export function openToOthers(folder: string): string[] {
  return readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => (lstatSync(join(folder, name)).mode & 0o077) !== 0);
}
