// Checks whether node_modules matches package-lock.json.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FIELDS = ['version', 'resolved', 'integrity', 'link'];

/** npm writes node_modules/.package-lock.json last: it is missing after an interrupted install. */
export function isInstalled(root) {
  const written = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(written)) return false;
  const read = (path) => JSON.parse(readFileSync(path, 'utf8')).packages ?? {};
  return missingPackages(read(join(root, 'package-lock.json')), read(written), thisMachine()).length === 0;
}

/**
 * Returns the paths of packages that differ from the lock file. Optional packages are checked only if they are for this
 * system, because these contain the binaries.
 */
export function missingPackages(wanted, installed, machine) {
  return Object.entries(wanted)
    .filter(([path]) => path.startsWith('node_modules/') || path.includes('/node_modules/'))
    .filter(([, entry]) => !entry.optional || isMadeFor(entry, machine))
    .filter(([path, entry]) => FIELDS.some((field) => installed[path]?.[field] !== entry[field]))
    .map(([path]) => path);
}

function isMadeFor({ os, cpu, libc }, machine) {
  if (os === undefined || cpu === undefined) return false;
  return os.includes(machine.os) && cpu.includes(machine.cpu) && (libc?.includes(machine.libc) ?? true);
}

function thisMachine() {
  const { glibcVersionRuntime } = process.platform === 'linux' ? process.report.getReport().header : {};
  return { os: process.platform, cpu: process.arch, libc: glibcVersionRuntime ? 'glibc' : 'musl' };
}
