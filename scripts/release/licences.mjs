// Licences of everything that the released packages contain or install.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { neededPackages } from '../installed-packages.mjs';
import { lock, readJson, repository } from './manifest.mjs';

/** Workspaces whose bundles and dependencies are in the released packages. */
export const SHIPPED = [
  ...['packages/cli', 'packages/models', 'packages/client', 'packages/player', 'packages/scale-out'],
  ...['services/memory', 'services/avatar'],
];

/** Licences that permit use and redistribution in any program, also a closed one. */
const PERMISSIVE = new Set([
  ...[
    '0BSD',
    'Apache-2.0',
    'BlueOak-1.0.0',
    'BSD-2-Clause',
    'BSD-3-Clause',
    'CC0-1.0',
    'ISC',
    'MIT',
    'MIT-0',
  ],
  ...['Python-2.0', 'Unlicense', 'Zlib'],
]);
/**
 * Programs and libraries of another licence that stay separate: npm installs their own package, and a user can replace them.
 * ffmpeg runs as a program; sharp links to libvips.
 */
const SEPARATE = [/^@ffmpeg-installer\//, /^@img\/sharp-/];

/** A licence expression is acceptable if each part of an AND, and one part of an OR, is permissive. */
export function isPermissive(expression) {
  const parts = expression.replace(/^\((.*)\)$/, '$1').split(' AND ');
  return parts.every((part) =>
    part.split(' OR ').some((each) => PERMISSIVE.has(each.replace(/[()]/g, '').trim())),
  );
}

/** Packages of other makers that ship: name, version, licence, and whether they stay separate. */
export function shippedPackages(workspaces = SHIPPED) {
  return Object.entries(neededPackages(lock.packages, workspaces, { dev: false }))
    .filter(([path, entry]) => path.includes('node_modules/') && !entry.link)
    .map(([path, { version, license = 'unknown' }]) => {
      const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
      return { name, version, licence: license, path, isSeparate: SEPARATE.some((each) => each.test(name)) };
    });
}

export const shippedModels = () => readJson(join(repository, 'models', 'registry.json')).models;

/** Returns what of `packages` may not ship. */
export function licenceProblems(packages = shippedPackages(), models = shippedModels()) {
  return [...packages.filter(({ isSeparate }) => !isSeparate), ...models]
    .filter(({ licence }) => !isPermissive(licence))
    .map(({ name, licence }) => `${name}: ${licence}`);
}

/** Returns the licences with their texts, in one document. */
export function licencesDocument(packages = shippedPackages()) {
  const sections = packages
    .filter(({ isSeparate }) => !isSeparate)
    .toSorted((a, b) => a.path.localeCompare(b.path))
    .map(
      ({ name, version, licence, path }) =>
        `${name} ${version} (${licence})\n\n${textOf(path) ?? 'The package contains no licence text.'}`,
    );
  const line = `\n${'-'.repeat(80)}\n`;
  return `Packages of other makers in the bundles of Anima, with their licences.\n${line}${sections.join(`\n${line}`)}\n`;
}

function textOf(path) {
  const folder = join(repository, path);
  if (!existsSync(folder)) return null;
  const file = readdirSync(folder).find((name) => /^(?:licen[cs]e|copying)(?:[.-].*)?$/i.test(name));
  return file === undefined ? null : readFileSync(join(folder, file), 'utf8').trim();
}
