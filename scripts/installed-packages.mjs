// Checks whether node_modules matches package-lock.json.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FIELDS = ['version', 'resolved', 'integrity', 'link'];

/** The workspace that only installations with PostgreSQL, Redis, NATS or S3 contain. */
export const SCALE_OUT = 'packages/scale-out';

/**
 * Whether npm has installed every package that package-lock.json lists; without `scaleOut`, those that other workspaces than
 * `SCALE_OUT` need. npm writes node_modules/.package-lock.json last, so an interrupted installation has no such file.
 */
export function isInstalled(root, { scaleOut = false } = {}) {
  const written = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(written)) return false;
  const all = readLock(join(root, 'package-lock.json'));
  const wanted = scaleOut ? all : neededPackages(all, workspacesOf(all, false));
  return missingPackages(wanted, readLock(written), thisMachine()).length === 0;
}

/** Arguments of npm that install all workspaces; without `scaleOut`, all except `SCALE_OUT`. */
export function installArguments(root, { scaleOut = false } = {}) {
  const some = workspacesOf(readLock(join(root, 'package-lock.json')), false);
  return [
    'ci',
    ...(scaleOut ? [] : ['--include-workspace-root', ...some.map((path) => `--workspace=${path}`)]),
  ];
}

const readLock = (path) => JSON.parse(readFileSync(path, 'utf8')).packages ?? {};

function workspacesOf(lock, scaleOut) {
  const paths = Object.keys(lock).filter((path) => path !== '' && !path.includes('node_modules/'));
  return paths.filter((path) => scaleOut || path !== SCALE_OUT);
}

/** The entries of a lock file that the root and some of its workspaces need. */
export function neededPackages(lock, workspaces, options = {}) {
  const links = Object.entries(lock).filter(
    ([, { link, resolved }]) => link && workspaces.includes(resolved),
  );
  const needed = reachablePackages(lock, ['', ...links.map(([path]) => path)], options);
  return Object.fromEntries([...needed].map((path) => [path, lock[path]]));
}

/**
 * The paths of a lock file that packages at `starts` need, found as Node finds packages: with their development dependencies
 * unless `dev` is false. `without` names dependencies to omit, by the path of the package that lists them.
 */
export function reachablePackages(lock, starts, { dev = true, without = {} } = {}) {
  const needed = new Set(starts);
  for (const path of needed) {
    const { link, resolved, ...entry } = lock[path];
    if (link) {
      needed.add(resolved);
      continue;
    }
    const { dependencies, optionalDependencies, peerDependencies } = entry;
    const devDependencies = dev ? entry.devDependencies : {};
    const names = { ...dependencies, ...devDependencies, ...optionalDependencies, ...peerDependencies };
    for (const name of Object.keys(names)) {
      const found = without[path]?.includes(name) ? null : placeOf(lock, path, name);
      if (found !== null) needed.add(found);
    }
  }
  return needed;
}

/** The path of a package as a package at `from` finds it: beside it, or in node_modules of a folder above. */
function placeOf(lock, from, name) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const path = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    if (Object.hasOwn(lock, path)) return path;
    if (folder === '') return null;
  }
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
