import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/**
 * Returns the path of an executable: `given`, or `name` in PATH or /usr/sbin. Returns null if it does not
 * exist.
 */
export function findProgram(name: string, given: string | undefined): string | null {
  const { PATH = '' } = process.env;
  const places = [
    given,
    ...PATH.split(delimiter).map((folder) => join(folder, name)),
    join('/usr/sbin', name),
  ];
  return places.find((path) => path !== undefined && isProgram(path)) ?? null;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
