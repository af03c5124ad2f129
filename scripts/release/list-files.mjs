import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';

/** Lists all files and links below a folder, as paths relative to it with slashes. */
export function listFiles(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath ?? entry.path, entry.name)).replaceAll('\\', '/'));
}
