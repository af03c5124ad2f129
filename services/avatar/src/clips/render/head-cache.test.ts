import { copyFileSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { LEO } from '../../testing/test-media.js';
import { createHeadCache } from './head-cache.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'anima-shelf-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

it('a released head is opened again for another height at its current path', async () => {
  const [path, other] = [join(folder, 'one.glb'), join(folder, 'two.glb')];
  copyFileSync(LEO, path);
  const headAt = createHeadCache('');
  const first = await headAt(path);
  const small = await first.inPicture(64);
  expect(await first.inPicture(64)).toBe(small);
  renameSync(path, other);
  const second = await headAt(other);
  expect(second.identity).toBe(first.identity);
  expect(await second.inPicture(64)).toBe(small);
  const large = await second.inPicture(512);
  expect(large.head.triangles.length).toBeGreaterThan(small.head.triangles.length);
  expect((await second.whole()).textures.every(({ pixels }) => pixels.length > 0)).toBe(true);
  expect(large.head.textures.some(({ pixels }) => pixels.length === 0)).toBe(true);
});
