// Programs of a service, each in few files: Node reads and links some six hundred modules of ours and of typebox, one by one, before a service
// listens. What others wrote stays where npm put it; of a package that npm gave one of ours alone, the program takes that copy in.
import { existsSync, rmSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { rolldown } from 'rolldown';

const OURS = /^(@anima\/|typebox($|\/))/;
const OWN_URL = 'import.meta.url';

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
    external: (id, importer) => isPackage(id) && !OURS.test(id) && isSame(id, importer, folder),
    plugins: [ownUrls(to)],
  });
  await build.write({ dir: to, format: 'esm', chunkFileNames: '[name]-[hash].js' });
  await build.close();
}

/** A module that looks for files beside itself finds them where it was built. */
function ownUrls(to) {
  return {
    name: 'own-urls',
    transform(code, id) {
      // What rolldown adds itself lies in no file.
      if (id.startsWith('\0') || !code.includes(OWN_URL)) return null;
      const path = relative(to, id).split(sep).join('/');
      return code.replaceAll(OWN_URL, `new URL(${JSON.stringify(path)}, ${OWN_URL}).href`);
    },
  };
}

function isPackage(id) {
  return !id.startsWith('.') && !id.startsWith('/') && !id.startsWith('\0') && !/^[A-Za-z]:[\\/]/.test(id);
}

/** Whether a package is the same one seen from the program as from the module that asks for it. */
function isSame(id, importer, folder) {
  if (id.startsWith('node:') || importer === undefined) return true;
  const name = id
    .split('/')
    .slice(0, id.startsWith('@') ? 2 : 1)
    .join('/');
  return packageFolder(name, dirname(importer)) === packageFolder(name, folder);
}

function packageFolder(name, from) {
  const here = join(from, 'node_modules', name);
  if (existsSync(here)) return here;
  return dirname(from) === from ? null : packageFolder(name, dirname(from));
}
