import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { HEAD_RASTERISER_WASM } from './head/head-rasteriser.wasm.js';
import { MESH_CANVAS_WASM } from './mesh/mesh-canvas.wasm.js';
import { BLURRED_PLANE_WASM } from './picture/blurred-plane.wasm.js';
import { DOUBLED_PLANE_WASM } from './restoration/doubled-plane.wasm.js';
import { PATCH_PLANES_WASM } from './restoration/patch-planes.wasm.js';

it.each([
  ['head-rasteriser', HEAD_RASTERISER_WASM],
  ['mesh-canvas', MESH_CANVAS_WASM],
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
