// Packages of other makers in the tarball of the product, in the versions of the lock file: npm would install newer versions,
// which may need a newer Node, and the licences and the SBOM of a release describe exact versions. Packages with
// binaries are not bundled: npm chooses those of the platform.
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { reachablePackages } from '../installed-packages.mjs';
import { listFiles } from './list-files.mjs';
import { lock, readJson, repository } from './manifest.mjs';
import { ONNX, SQLITE } from './native-packages.mjs';

const NATIVE = `@anima/native-\${process.platform}-\${process.arch}`;

/**
 * Packages of which the product needs some files only. `loader` changes the file that loads a binary: the binary is in the package
 * of the platform. `omitted` are dependencies of the files that are not copied.
 */
const REDUCED = {
  [ONNX]: {
    files: /^dist\/[^/]*\.js$/,
    omitted: ['adm-zip', 'global-agent'],
    loader: {
      file: 'dist/binding.js',
      from: `require(\`../bin/napi-v6/\${process.platform}/\${process.arch}/onnxruntime_binding.node\`)`,
      to: `require(\`${NATIVE}/onnxruntime_binding.node\`)`,
    },
  },
  [SQLITE]: {
    files: /^dist\/index\.mjs$/,
    omitted: ['node-addon-api', 'node-gyp-build'],
    loader: {
      file: 'dist/index.mjs',
      from: 'import nodeGypBuild from "node-gyp-build";',
      to: `import { createRequire } from "node:module";
const nodeGypBuild = () => createRequire(import.meta.url)(\`${NATIVE}/sqlite.node\`);`,
    },
  },
  three: { files: /^examples\/jsm\/libs\/basis\/basis_transcoder\.(?:js|wasm)$/, omitted: [] },
};

/** Packages that the product imports and contains. */
export const bundledPackages = [
  '@fastify/swagger-ui',
  'cmu-pronouncing-dictionary',
  'draco3dgltf',
  'pino',
  ...Object.keys(REDUCED),
];

/** Files of packages that no program reads. */
const UNREAD = /\.(?:map|md|markdown|[cm]?ts|flow|yml)$|^(?:tests?|examples?|benchmarks?|docs|\.github)\//i;
const LICENCE = /^(?:licen[cs]e|copying|notice)/i;

/** Copies the packages and their dependencies into node_modules of `folder`. */
export function stageBundled(folder) {
  for (const path of bundledPaths()) {
    const name = path.slice('node_modules/'.length);
    copyPackage(
      join(repository, path),
      join(folder, path),
      Object.hasOwn(REDUCED, name) ? REDUCED[name] : null,
    );
  }
}

/** Paths of the packages in the lock file, as `node_modules/NAME`. */
export function bundledPaths() {
  const without = Object.fromEntries(
    Object.entries(REDUCED).map(([name, { omitted }]) => [`node_modules/${name}`, omitted]),
  );
  const starts = bundledPackages.map((name) => `node_modules/${name}`);
  return [...reachablePackages(lock.packages, starts, { dev: false, without })];
}

function copyPackage(from, to, reduced) {
  const isNeeded = (path) =>
    LICENCE.test(path) || (reduced === null ? !UNREAD.test(path) : reduced.files.test(path));
  for (const path of ownFiles(from).filter(isNeeded)) cpSync(join(from, path), join(to, path));
  const manifest = readJson(join(from, 'package.json'));
  if (reduced !== null) {
    for (const name of reduced.omitted) delete manifest.dependencies[name];
    // The description announces that the copy is not the original.
    manifest.description = `Reduced copy for Anima. ${manifest.description ?? ''}`.trim();
  }
  // A copy is not built again.
  delete manifest.scripts;
  writeFileSync(join(to, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  if (reduced?.loader !== undefined) replaceOnce(join(to, reduced.loader.file), reduced.loader);
}

/** Lists the files of a package without the packages in its node_modules. */
const ownFiles = (folder) => listFiles(folder).filter((path) => !path.startsWith('node_modules/'));

function replaceOnce(path, { from, to }) {
  const parts = readFileSync(path, 'utf8').split(from);
  if (parts.length !== 2)
    throw new Error(`Expected one place in ${path} that loads its binary, found ${parts.length - 1}`);
  writeFileSync(path, parts.join(to));
}
