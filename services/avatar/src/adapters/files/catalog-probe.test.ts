import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { LEO } from '../../testing/test-media.js';
import { createLookQueue } from '../look-queue.js';
import { createMediaProbe } from './catalog-probe.js';
import { createHeldFiles } from './held-files.js';

let top: string;
beforeEach(() => {
  top = mkdtempSync(join(tmpdir(), 'anima-probe-'));
});
afterEach(() => rmSync(top, { recursive: true }));

it('tells what a file is, also where it cannot write that down', async () => {
  const folder = join(top, 'cache');
  writeFileSync(folder, 'no folder');
  const looked: string[] = [];
  const portraits = {
    check: async ({ path }: { path: string }) => void looked.push(path),
    measure: async () => ({ width: 1, height: 1 }),
    thumbnail: async () => {},
  };
  const files = createHeldFiles({ contains: () => true });
  const probe = createMediaProbe({ folder, ffmpeg: null, files, portraits, looks: createLookQueue() });
  for (let time = 0; time < 2; time++)
    expect(await probe.probe(LEO)).toEqual({ kind: 'head', format: 'glb' });
  expect(looked).toEqual([LEO]);
});
