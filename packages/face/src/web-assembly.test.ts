import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { HEAD_RASTERISER_WASM } from './head/head-rasteriser.wasm.js';
import { GRID_WARP_WASM } from './mesh/grid-warp.wasm.js';
import { BLURRED_PLANE_WASM } from './picture/blurred-plane.wasm.js';
import { DOUBLED_PLANE_WASM } from './restoration/doubled-plane.wasm.js';
import { PATCH_PLANES_WASM } from './restoration/patch-planes.wasm.js';

it.each([
  ['head-rasteriser', HEAD_RASTERISER_WASM],
  ['grid-warp', GRID_WARP_WASM],
  ['patch-planes', PATCH_PLANES_WASM],
  ['doubled-plane', DOUBLED_PLANE_WASM],
  ['blurred-plane', BLURRED_PLANE_WASM],
])('%s.wasm.ts is its source in assembly/, compiled', (name, committed) => {
  const build = new URL('../assembly/build.mjs', import.meta.url).href;
  const script = `process.stdout.write(await (await import(${JSON.stringify(build)})).compile('${name}'))`;
  const compiled = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
  });
  expect(committed).toBe(compiled);
});
