// Fields of package.json that all released packages share.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const repository = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
export const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));
export const lock = readJson(join(repository, 'package-lock.json'));
const own = readJson(join(repository, 'package.json'));
export const { version } = own;

/** Writes the package.json of a released package into its folder. */
export function writeManifest(folder, fields) {
  const manifest = {
    ...{ version, license: own.license, author: 'The Anima authors', type: 'module', engines: own.engines },
    ...(own.repository === undefined ? {} : { repository: own.repository }),
    publishConfig: { access: 'public', provenance: true },
    ...fields,
  };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}

/** Returns `names` with their versions in the lock file, as a workspace at `from` finds them. */
export function lockedVersions(names, from = '') {
  return Object.fromEntries(names.toSorted().map((name) => [name, lockedEntry(name, from).version]));
}

/** Returns the entry of a package in the lock file and its folder in the repository. */
export function lockedEntry(name, from = '') {
  const places = [`${from}/node_modules/${name}`, `node_modules/${name}`];
  const path = places.find((place) => Object.hasOwn(lock.packages, place));
  if (path === undefined) throw new Error(`Expected ${name} in package-lock.json, found none`);
  return { ...lock.packages[path], folder: join(repository, path) };
}

/** Returns the path of a built file. @throws Error if the repository is not built */
export function built(path) {
  const absolute = join(repository, path);
  if (!existsSync(absolute)) throw new Error(`Expected ${absolute}, found none. Run: npm run build`);
  return absolute;
}
