import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { HEAD_RASTERISER_WASM } from './head/head-rasteriser.wasm.js';
import { BLURRED_PLANE_WASM } from './image/blurred-plane.wasm.js';
import { MESH_CANVAS_WASM } from './mesh/mesh-canvas.wasm.js';
import { DOUBLED_PLANE_WASM } from './restoration/doubled-plane.wasm.js';
import { PATCH_PLANES_WASM } from './restoration/patch-planes.wasm.js';
import { MOUTH_NETWORK_WASM } from './timeline/audio/mouth-network.wasm.js';

const COMMITTED: Record<string, string> = {
  'head-rasteriser': HEAD_RASTERISER_WASM,
  'mesh-canvas': MESH_CANVAS_WASM,
  'blurred-plane': BLURRED_PLANE_WASM,
  'doubled-plane': DOUBLED_PLANE_WASM,
  'patch-planes': PATCH_PLANES_WASM,
  'mouth-network': MOUTH_NETWORK_WASM,
};

it('what is committed of every module is its source in assembly/, compiled', () => {
  const build = new URL('../assembly/build.mjs', import.meta.url).href;
  const script = `
    const { compile, MODULES } = await import(${JSON.stringify(build)});
    const compiled = {};
    for (const name of MODULES) compiled[name] = await compile(name);
    process.stdout.write(JSON.stringify(compiled));`;
  const words = ['--input-type=module', '-e', script];
  const compiled = JSON.parse(execFileSync(process.execPath, words, { encoding: 'utf8' }));
  expect(Object.keys(compiled).sort()).toEqual(Object.keys(COMMITTED).sort());
  for (const [name, wasm] of Object.entries(COMMITTED))
    expect(compiled[name] === wasm, `${name}: node packages/face/assembly/build.mjs ${name}`).toBe(true);
});
