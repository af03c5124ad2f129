// Bundles a program into a few files. Node resolves and links thousands of modules one by one; a bundled service listens in
// two thirds of the time.
import { readFileSync, rmSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join, relative, sep } from 'node:path';
import { rolldown } from 'rolldown';
import { externalImports, packageOf } from './external-imports.mjs';

/** Packages that are not bundled. */
const EXTERNAL = [
  // They load native code, threads or files in their package.
  ...['@photostructure/sqlite', 'onnxruntime-node', 'sharp', 'pino', '@fastify/swagger-ui'],
];
/** Modules of other packages that mention their own folder and work without it. */
const FOLDER_NOT_NEEDED = ['@fastify/swagger/lib/util/read-package-json.js', 'commander/lib/command.js'];
const OWN_URL = 'import.meta.url';
const OWN_FOLDER = /\b__(dir|file)name\b|\bimport\.meta\.url\b/;

/**
 * Bundles each `folder`/dist/NAME.js into `folder`/dist/program, with dots for the slashes of its name, and shared chunks.
 * `resolve` is an option of rolldown. `place` is another folder than dist/program. `root` is a copy of `folder` that gets the
 * bundles; it must contain the files that the modules find relative to their own place.
 */
export async function bundlePrograms(
  folder,
  names,
  { resolve = {}, place = join('dist', 'program'), root = folder } = {},
) {
  const to = join(root, place);
  rmSync(to, { recursive: true, force: true });
  const build = await rolldown({
    input: Object.fromEntries(
      names.map((name) => [name.replaceAll('/', '.'), join(folder, 'dist', `${name}.js`)]),
    ),
    platform: 'node',
    tsconfig: false,
    resolve,
    external: (id) => isBuiltin(id) || EXTERNAL.some((name) => id === name || id.startsWith(`${name}/`)),
    plugins: [ownFolders(join(folder, place))],
  });
  const { output } = await build.write({ dir: to, format: 'esm', chunkFileNames: '[name]-[hash].js' });
  await build.close();
  // A copy is installed with the dependencies of its release (scripts/release).
  if (root === folder) assertDeclared(folder, output);
}

/**
 * Throws if a bundle imports a package that its package.json does not list, because npm may install that package where the
 * bundle cannot find it.
 */
function assertDeclared(folder, output) {
  const { dependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  for (const { fileName, code } of output)
    for (const name of externalImports(fileName, code ?? '').map(packageOf))
      if (!Object.hasOwn(dependencies, name))
        throw new Error(
          `${fileName} imports ${name}: list it in the dependencies of ${join(folder, 'package.json')}`,
        );
}

/** Rewrites `import.meta.url` of Anima's modules to the place of the compiled module; rejects it in other packages. */
function ownFolders(to) {
  return {
    name: 'own-folders',
    transform(code, id) {
      // Virtual modules of rolldown have no file.
      if (id.startsWith('\0')) return null;
      const [, other] = id.split(sep).join('/').split('/node_modules/');
      if (other === undefined) {
        if (!code.includes(OWN_URL)) return null;
        const path = relative(to, id).split(sep).join('/');
        return code.replaceAll(OWN_URL, `new URL(${JSON.stringify(path)}, ${OWN_URL}).href`);
      }
      if (OWN_FOLDER.test(code) && !FOLDER_NOT_NEEDED.includes(other))
        throw new Error(`${other} reads files in its package folder. Add its package to EXTERNAL`);
      return null;
    },
  };
}
