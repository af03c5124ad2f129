// Checks a staged package before it is packed.
import { existsSync, lstatSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { externalImports, packageOf, relativeImports } from '../external-imports.mjs';
import { listFiles } from './list-files.mjs';
import { readJson } from './manifest.mjs';

/** Files that must not be released: sources, tests, settings of developers, data of users. */
const UNWANTED =
  /\.(?:ts|tsx|map|tsbuildinfo|py|log|db|sqlite)$|\.test\.|(?:^|\/)(?:fixtures|\.env|\.git|\.npmrc|\.anima)(?:\/|$)/;

/** Returns the problems of a package: unwanted files, links, and imports that its package.json does not list. */
export function packageProblems(folder) {
  const manifest = readJson(join(folder, 'package.json'));
  const files = listFiles(folder);
  const own = files.filter((path) => !path.startsWith('node_modules/'));
  const listed = { ...manifest.dependencies, ...manifest.optionalDependencies };
  return [
    ...own
      .filter((path) => UNWANTED.test(path.replace(/\.d\.ts$/, '')))
      .map((path) => `${path} must not be released`),
    ...files
      .filter((path) => lstatSync(join(folder, path)).isSymbolicLink())
      .map((path) => `${path} is a link, which a package cannot contain`),
    ...own
      .filter((path) => /\.m?js$/.test(path) && !/\/(?:web|page)\//.test(`/${path}`))
      .flatMap((path) => [...unlistedImports(folder, path, listed), ...missingModules(folder, path)]),
    ...files
      .filter((path) => /^node_modules\/.+\.c?js$/.test(path))
      .flatMap((path) => missingFiles(folder, path)),
    ...['LICENSE', 'README.md']
      .filter((name) => !own.some((path) => path.startsWith(name) || path.startsWith('MODEL')))
      .map((name) => `${name} is missing`),
    ...Object.entries(manifest.bin ?? {})
      .filter(([, path]) => !existsSync(join(folder, path)))
      .map(([name, path]) => `the command ${name} names ${path}, which is missing`),
  ];
}

function unlistedImports(folder, path, listed) {
  return externalImports(path, readFileSync(join(folder, path), 'utf8'))
    .map(packageOf)
    .filter((name) => !Object.hasOwn(listed, name) && !isOwnWorkspace(folder, name))
    .map((name) => `${path} imports ${name}, which package.json does not list`);
}

function missingModules(folder, path) {
  return relativeImports(path, readFileSync(join(folder, path), 'utf8'))
    .map((specifier) => join(folder, dirname(path), specifier))
    .filter((file) => !existsSync(file))
    .map((file) => `${path} imports ${file.slice(folder.length + 1)}, which is missing`);
}

/** Whether a package is a workspace inside the product, which its modules find by their own name. */
const isOwnWorkspace = (folder, name) =>
  ['packages', 'services'].some((each) =>
    existsSync(join(folder, each, name.replace('@anima/', ''), 'package.json')),
  );

const RELATIVE = /\brequire\((['"])(\.{1,2}\/[^'"\n]{1,200})\1\)/g;

/** Relative files that a CommonJS module of a copied package requires, and that were not copied. */
function missingFiles(folder, path) {
  const names = [...readFileSync(join(folder, path), 'utf8').matchAll(RELATIVE)].map(([, , name]) => name);
  return names
    .map((name) => join(folder, dirname(path), name))
    .filter((file) => !['', '.js', '.cjs', '.json', '/index.js'].some((end) => existsSync(file + end)))
    .map((file) => `${path} requires ${file.slice(folder.length + 1)}, which is missing`);
}
