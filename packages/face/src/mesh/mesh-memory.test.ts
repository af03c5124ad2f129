import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { MESH_CANVAS_WASM } from './mesh-canvas.wasm.js';

describe('mesh-canvas.wasm.ts', () => {
  it('is assembly/mesh-canvas.ts, compiled', () => {
    const build = new URL('../../assembly/build.mjs', import.meta.url);
    const script = `process.stdout.write(await (await import(${JSON.stringify(build.href)})).compile('mesh-canvas'))`;
    const compiled = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
      encoding: 'utf8',
    });
    expect(MESH_CANVAS_WASM).toBe(compiled);
  });
});
