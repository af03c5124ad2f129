import { mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writePng } from '@anima/face';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openBackground } from './engine.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'anima-behind-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('draws the current image of a path and not its previous one', async () => {
  const size = { width: 2, height: 2 };
  const grey = (name: string, value: number) =>
    writePng({ ...size, rgb: new Uint8Array(12).fill(value) }, join(folder, name));
  await grey('behind.png', 10);
  await grey('other.png', 200);
  const open = async () => {
    const backdrop = { kind: 'picture', path: join(folder, 'behind.png') } as const;
    const { background, identity } = await openBackground(backdrop, size);
    return { drawn: background.kind === 'picture' ? background.rgb[0] : null, identity };
  };
  const first = await open();
  expect(await open()).toEqual(first);
  renameSync(join(folder, 'other.png'), join(folder, 'behind.png'));
  const second = await open();
  expect([first.drawn, second.drawn]).toEqual([10, 200]);
  expect(second.identity).not.toBe(first.identity);
});
