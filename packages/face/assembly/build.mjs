/**
 * Compiles a module of this folder to WebAssembly with SIMD: `node packages/face/assembly/build.mjs head-rasteriser`. The result is
 * committed as wasm/<name>.wasm. A test compiles every module again and compares the bytes.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import asc from 'assemblyscript/asc';

const HERE = dirname(fileURLToPath(import.meta.url));
export const MODULES = [
  'head-rasteriser',
  'mesh-canvas',
  'blurred-plane',
  'doubled-plane',
  'patch-planes',
  'mouth-network',
];

/** Returns the compiled module. Throws with the messages of the compiler. */
export async function compile(name) {
  const scratch = await mkdtemp(join(tmpdir(), 'assembly-'));
  try {
    const out = join(scratch, 'out.wasm');
    const options = ['-O3', '--noAssert', '--runtime', 'stub', '--enable', 'simd'];
    const files = [join(HERE, `${name}.ts`), '--outFile', out, '--baseDir', HERE];
    const { error, stderr } = await asc.main([...files, ...options]);
    if (error) throw new Error(`${name}.ts: ${error.message}\n${stderr.toString()}`);
    return await readFile(out);
  } finally {
    await rm(scratch, { recursive: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [name] = process.argv.slice(2);
  if (!MODULES.includes(name)) throw new Error(`Expected one of ${MODULES.join(', ')}, received ${name}`);
  await writeFile(join(HERE, '..', 'wasm', `${name}.wasm`), await compile(name));
}
