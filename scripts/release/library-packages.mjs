// `@anima/client`, `@anima/player` and `@anima/scale-out`: packages that other programs import. Modules of workspaces that are not
// released are bundled into them.
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { rolldown } from 'rolldown';
import { packageOf } from '../external-imports.mjs';
import { built, lockedVersions, readJson, repository, version, writeManifest } from './manifest.mjs';

const descriptionOf = (workspace) => readJson(join(repository, workspace, 'package.json')).description;
const foreignDependencies = (workspace) =>
  Object.keys(readJson(join(repository, workspace, 'package.json')).dependencies).filter(
    (name) => !name.startsWith('@anima/'),
  );

export async function stageClient(folder) {
  const workspace = 'packages/client';
  const modules = ['index', 'node', 'server-sent-events', 'live/index'];
  await bundleModules(workspace, modules, folder);
  for (const name of modules)
    copyTypes(join(workspace, 'dist', `${name}.d.ts`), join(workspace, 'dist'), join(folder, 'dist'));
  copyDocuments(workspace, folder);
  const exports = Object.fromEntries(
    modules.map((name) => [
      name === 'index' ? '.' : `./${name.replace(/\/index$/, '')}`,
      { types: `./dist/${name}.d.ts`, default: `./dist/${name}.js` },
    ]),
  );
  writeManifest(folder, {
    ...{ name: '@anima/client', description: descriptionOf(workspace), exports },
    dependencies: lockedVersions(foreignDependencies(workspace)),
  });
}

/** The player is the module that the avatar service serves, which loads its parts from its own folder, and types. */
export function stagePlayer(folder) {
  const workspace = 'packages/player';
  cpSync(built(`${workspace}/dist/page`), join(folder, 'page'), { recursive: true });
  copyTypes(join(workspace, 'dist', 'index.d.ts'), 'packages', join(folder, 'types'));
  copyDocuments(workspace, folder);
  const types = './types/player/dist/index.d.ts';
  writeManifest(folder, {
    ...{ name: '@anima/player', description: descriptionOf(workspace) },
    exports: { '.': { types, default: './page/player.js' }, './page/*': './page/*' },
  });
}

/** The services load the modules by name; their types are part of the services. */
export async function stageScaleOut(folder) {
  const workspace = 'packages/scale-out';
  const { exports } = readJson(join(repository, workspace, 'package.json'));
  const modules = Object.values(exports).map((path) => /^\.\/dist\/(.+)\.js$/.exec(path)[1]);
  await bundleModules(workspace, modules, folder);
  copyDocuments(workspace, folder);
  writeManifest(folder, {
    ...{ name: '@anima/scale-out', description: descriptionOf(workspace), exports },
    dependencies: lockedVersions(foreignDependencies(workspace)),
    // Its modules implement ports of the services of the same version.
    peerDependencies: { anima: version },
  });
}

async function bundleModules(workspace, modules, folder) {
  const external = foreignDependencies(workspace);
  const bundle = await rolldown({
    input: Object.fromEntries(modules.map((name) => [name, built(`${workspace}/dist/${name}.js`)])),
    platform: 'neutral',
    tsconfig: false,
    external: (id) => isBuiltin(id) || external.includes(packageOf(id)),
  });
  await bundle.write({
    dir: join(folder, 'dist'),
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: 'parts/[name]-[hash].js',
  });
  await bundle.close();
}

function copyDocuments(workspace, folder) {
  cpSync(join(repository, 'LICENSE'), join(folder, 'LICENSE'));
  const readme = join(repository, workspace, 'README.md');
  cpSync(readme, join(folder, 'README.md'));
}

const IMPORT = /(from |import\()(['"])([^'"\n]+)\2/g;

/**
 * Copies a declaration file and those that it imports. `base` becomes `to`; an import of a workspace becomes a relative one.
 */
function copyTypes(entry, base, to) {
  const queue = [entry];
  const done = new Set(queue);
  for (const file of queue) {
    const text = readFileSync(built(file), 'utf8').replace(IMPORT, (whole, start, quote, specifier) => {
      const target = declarationOf(specifier, file);
      if (target === null) return whole;
      if (!done.has(target)) queue.push(target);
      done.add(target);
      const path = relative(dirname(file), target)
        .replaceAll('\\', '/')
        .replace(/\.d\.ts$/, '.js');
      return `${start}${quote}${path.startsWith('.') ? path : `./${path}`}${quote}`;
    });
    const copy = join(to, relative(base, file));
    cpSync(join(repository, file), copy);
    writeFileSync(copy, text.replace(/^\/\/# sourceMappingURL=.*$/m, ''));
  }
}

/** Returns the declaration file of an import in `file`; null for a package of another maker. */
function declarationOf(specifier, file) {
  if (specifier.startsWith('.')) return join(dirname(file), specifier).replace(/\.js$/, '.d.ts');
  if (!specifier.startsWith('@anima/')) return null;
  const name = packageOf(specifier);
  const workspace = readdirSync(join(repository, 'packages'))
    .map((each) => join('packages', each))
    .find((each) => readJson(join(repository, each, 'package.json')).name === name);
  const { exports } = readJson(join(repository, workspace, 'package.json'));
  return join(workspace, exports[`.${specifier.slice(name.length)}`]).replace(/\.js$/, '.d.ts');
}
