/**
 * Compiles a module of this folder to WASM with SIMD: `node packages/face/assembly/build.mjs head-rasteriser`. The bytes are
 * committed as src/<part>/<name>.wasm.ts; a test compiles again and compares.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import asc from 'assemblyscript/asc';

const HERE = dirname(fileURLToPath(import.meta.url));
/** Module to the folder of src that uses it. */
const PARTS = {
  'head-rasteriser': 'head',
  'mesh-canvas': 'mesh',
  'blurred-plane': 'image',
  'doubled-plane': 'restoration',
  'patch-planes': 'restoration',
  'mouth-network': 'timeline/audio',
};
export const MODULES = Object.keys(PARTS);

/** The module as base64. Throws with the compiler's own words. */
export async function compile(name) {
  const scratch = await mkdtemp(join(tmpdir(), 'assembly-'));
  try {
    const out = join(scratch, 'out.wasm');
    const options = ['-O3', '--noAssert', '--runtime', 'stub', '--enable', 'simd'];
    const { error, stderr } = await asc.main([
      join(HERE, `${name}.ts`),
      '--outFile',
      out,
      '--baseDir',
      HERE,
      ...options,
    ]);
    if (error) throw new Error(`${name}.ts: ${error.message}\n${stderr.toString()}`);
    return (await readFile(out)).toString('base64');
  } finally {
    await rm(scratch, { recursive: true });
  }
}

/** Where the bytes of a module are committed. */
function compiledPath(name) {
  return join(HERE, '..', 'src', PARTS[name], `${name}.wasm.ts`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [name] = process.argv.slice(2);
  if (PARTS[name] === undefined) throw new Error(`Expected one of ${MODULES}, received ${name}`);
  const constant = `${name.toUpperCase().replaceAll('-', '_')}_WASM`;
  const lines = (await compile(name)).match(/.{1,100}/g).map((line) => `  '${line}'`);
  await writeFile(
    compiledPath(name),
    `/** assembly/${name}.ts, compiled by assembly/build.mjs. */\nexport const ${constant} =\n${lines.join(' +\n')};\n`,
  );
}
