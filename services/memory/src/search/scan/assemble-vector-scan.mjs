/** Writes vector-scan.wasm.ts from vector-scan.wat. Run after changing the latter: `node assemble-vector-scan.mjs`. */
import { readFileSync, writeFileSync } from 'node:fs';
import initWabt from 'wabt';

const here = (name) => new URL(name, import.meta.url);
const wabt = await initWabt();
const module = wabt.parseWat('vector-scan.wat', readFileSync(here('vector-scan.wat'), 'utf8'), {
  simd: true,
});
module.validate();
const base64 = Buffer.from(module.toBinary({}).buffer).toString('base64');
const lines = base64.match(/.{1,100}/g).map((line) => `  '${line}'`);
writeFileSync(
  here('vector-scan.wasm.ts'),
  `/** vector-scan.wat as bytes, written by assemble-vector-scan.mjs; a test compares the two. */
export const VECTOR_SCAN_WASM =
${lines.join(' +\n')};
`,
);
