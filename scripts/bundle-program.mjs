// Programs of a service, each in few files: Node reads and links some thousand modules, of ours and of others, one by one, before a service
// listens; bundled, it listens in two thirds of the time.
import { readFileSync, rmSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join, relative, sep } from 'node:path';
import { rolldown } from 'rolldown';
import { externalImports, packageOf } from './external-imports.mjs';

/** Packages that stay where npm put them. */
const STAYING = [
  // They load native code, threads, or files that lie beside them.
  ...['@photostructure/sqlite', 'onnxruntime-node', 'sharp', 'pino', '@fastify/swagger-ui'],
];
/** What others wrote that looks beside itself, and does as well without. */
const HARMLESS = ['@fastify/swagger/lib/util/read-package-json.js'];
const OWN_URL = 'import.meta.url';
const OWN_PLACE = /\b__(dir|file)name\b|\bimport\.meta\.url\b/;

/** Makes a program of each `folder`/dist/NAME.js, in `folder`/dist/program under its name with dots for slashes, and what they share. */
export async function bundlePrograms(folder, names) {
  const to = join(folder, 'dist', 'program');
  rmSync(to, { recursive: true, force: true });
  const build = await rolldown({
    input: Object.fromEntries(
      names.map((name) => [name.replaceAll('/', '.'), join(folder, 'dist', `${name}.js`)]),
    ),
    platform: 'node',
    tsconfig: false,
    external: (id) => isBuiltin(id) || STAYING.some((name) => id === name || id.startsWith(`${name}/`)),
    plugins: [ownPlaces(to)],
  });
  const { output } = await build.write({ dir: to, format: 'esm', chunkFileNames: '[name]-[hash].js' });
  await build.close();
  assertDeclared(folder, output);
}

/** Throws if a bundle imports a package that its own package.json does not list: npm may install that one where the bundle cannot find it. */
function assertDeclared(folder, output) {
  const { dependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  for (const { fileName, code } of output)
    for (const name of externalImports(fileName, code ?? '').map(packageOf))
      if (!Object.hasOwn(dependencies, name))
        throw new Error(
          `${fileName} imports ${name}: list it in the dependencies of ${join(folder, 'package.json')}`,
        );
}

/** A module of ours that looks for files beside itself finds them where it was built; one of others has to stay. */
function ownPlaces(to) {
  return {
    name: 'own-places',
    transform(code, id) {
      // What rolldown adds itself lies in no file.
      if (id.startsWith('\0')) return null;
      const [, other] = id.split(sep).join('/').split('/node_modules/');
      if (other === undefined) {
        if (!code.includes(OWN_URL)) return null;
        const path = relative(to, id).split(sep).join('/');
        return code.replaceAll(OWN_URL, `new URL(${JSON.stringify(path)}, ${OWN_URL}).href`);
      }
      if (OWN_PLACE.test(code) && !HARMLESS.includes(other))
        throw new Error(`${other} looks for files beside itself: name its package in STAYING`);
      return null;
    },
  };
}
