// The package `anima`: the command, both services, their pages and the default models, built and bundled. Its folders are those
// of the repository, because the programs find their files relative to their own place.
import { cpSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { bundlePrograms } from '../bundle-program.mjs';
import { bundledPackages, stageBundled } from './bundled-packages.mjs';
import { built, lockedVersions, readJson, repository, version, writeManifest } from './manifest.mjs';
import { optionalModels } from './model-packages.mjs';
import { nativeDependencies } from './native-packages.mjs';

/** Packages that npm installs next to the product, because it chooses the binaries of the platform. */
const REGISTRY_PACKAGES = ['sharp'];
/** Clips need an ffmpeg; the one of the machine is preferred. */
const OPTIONAL_PACKAGES = ['@ffmpeg-installer/ffmpeg'];

/** Built folders and files that are copied as they are. */
const BUILT = [
  ...['packages/cli/anima.mjs', 'packages/cli/dist/program'],
  ...['hook.mjs', 'hook.sh', 'mcp.mjs'].map((name) => `packages/cli/dist/${name}`),
  ...['packages/live-page/dist/web', 'packages/studio/dist/web', 'packages/player/dist/page'],
  ...['services/memory/dist/program', 'services/avatar/dist/program'],
];

/** Modules that run in their own thread or process, or as a program of a command: each is bundled to its own place. */
const OWN_PROGRAMS = {
  'packages/face': ['restoration/network-worker'],
  'packages/inference': ['embedding-worker'],
  'packages/models': ['main'],
  'services/memory': [
    ...['reindex-main', 'calibrate-main', 'judge/llama/llama-process', 'import/files/foreign-parse-process'],
    ...['storage/sqlite/compact-worker', 'storage/sqlite/archive-commit-worker'],
  ],
};

/** Its programs search voices and faces in folders (discover-modules.ts). */
const AVATAR = 'services/avatar';

/** Workspaces whose data folders the programs read. */
const WITH_DATA = ['packages/face', 'services/memory', 'services/avatar'];
/** Folders of a workspace that only development needs. */
const DEVELOPMENT = ['src', 'dist', 'node_modules', 'fixtures', 'assembly', 'tools', 'examples'];

/** Fills `folder` with the package; `documents` are files of the release, such as the SBOM, that it contains. */
export async function stageProduct(folder, documents = []) {
  const copy = (path, filter) => cpSync(built(path), join(folder, path), { recursive: true, ...filter });
  for (const path of BUILT) copy(path);
  for (const workspace of WITH_DATA)
    for (const entry of readdirSync(join(repository, workspace), { withFileTypes: true }))
      if (entry.isDirectory() && !DEVELOPMENT.includes(entry.name))
        copy(`${workspace}/${entry.name}`, withoutScripts);
  stageModels(folder);
  const program = join('dist', 'program');
  stageForwarders(join(folder, AVATAR), program, programsOf(join(folder, AVATAR, program)));
  for (const [workspace, names] of Object.entries(OWN_PROGRAMS))
    await bundleOwnPrograms(folder, workspace, names);
  for (const workspace of [...WITH_DATA, ...Object.keys(OWN_PROGRAMS)])
    stageWorkspaceManifest(folder, workspace);
  stageBundled(folder);
  for (const name of ['LICENSE', 'NOTICE', 'README.md', 'CHANGELOG.md', 'docs/api']) copy(name);
  for (const document of documents) cpSync(document, join(folder, relative(dirname(document), document)));
  writeManifest(folder, {
    name: 'anima',
    description: readJson(join(repository, 'package.json')).description,
    keywords: ['agents', 'memory', 'mcp', 'avatar', 'text-to-speech', 'local-first'],
    bin: { anima: 'packages/cli/anima.mjs' },
    exports: { './package.json': './package.json' },
    dependencies: lockedVersions([...REGISTRY_PACKAGES, ...bundledPackages]),
    bundleDependencies: bundledPackages,
    optionalDependencies: {
      ...lockedVersions(OPTIONAL_PACKAGES, 'services/avatar'),
      ...nativeDependencies(),
    },
  });
}

const withoutScripts = { filter: (path) => !/\.mjs$/.test(path) };

/** Copies the default models. The registry also lists the models that have their own package. */
function stageModels(folder) {
  const others = optionalModels();
  const filter = (path) =>
    !/[\\/](?:build|voices)$|\.py$/.test(path) &&
    !others.includes(relative(join(repository, 'models'), path));
  cpSync(join(repository, 'models'), join(folder, 'models'), { recursive: true, filter });
}

/** Bundles the programs of a workspace into dist/own-programs. */
async function bundleOwnPrograms(folder, workspace, names) {
  const place = join('dist', 'own-programs');
  await bundlePrograms(join(repository, workspace), names, { place, root: join(folder, workspace) });
  stageForwarders(join(folder, workspace), place, names);
}

/**
 * Writes a module in the place of each module that a bundle replaces: `dist/a/b.js` loads `dist/program/a.b.js`. Programs search
 * and start modules in their places.
 */
function stageForwarders(workspace, place, names) {
  for (const name of names) {
    const file = join(workspace, 'dist', `${name}.js`);
    const bundle = join(workspace, place, `${name.replaceAll('/', '.')}.js`);
    const path = relative(dirname(file), bundle).replaceAll('\\', '/');
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `export * from ${JSON.stringify(path.startsWith('.') ? path : `./${path}`)};\n`);
  }
}

/** Names of the bundled programs below a folder of modules: `clips.engines.head.engine.js` is `clips/engines/head/engine`. */
const programsOf = (folder) =>
  readdirSync(folder)
    .flatMap((name) => /^([\w-]+(?:\.[\w-]+)+)\.js$/.exec(name)?.[1] ?? [])
    .map((name) => name.replaceAll('.', '/'));

/** Writes the package.json by which the programs of a workspace find its files and its version. */
function stageWorkspaceManifest(folder, workspace) {
  const { name, exports = {} } = readJson(join(repository, workspace, 'package.json'));
  const isThere = ([, path]) => path.includes('*') || existsSync(join(folder, workspace, path));
  const own = {
    name,
    version,
    private: true,
    type: 'module',
    exports: Object.fromEntries(Object.entries(exports).filter(isThere)),
  };
  writeFileSync(join(folder, workspace, 'package.json'), `${JSON.stringify(own, null, 2)}\n`);
}
