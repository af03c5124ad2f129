import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ClipSubject } from '../clips/clip-payload.js';
import { createLookQueue } from '../media/probe-queue.js';
import { local, localFiles } from '../testing/local-files.js';
import { LEO } from '../testing/test-media.js';
import { createMediaProbe } from './catalog-probe.js';

let top: string;
beforeEach(() => {
  top = mkdtempSync(join(tmpdir(), 'anima-probe-'));
});
afterEach(() => rmSync(top, { recursive: true }));

it('detects a file even if the result cannot be cached', async () => {
  const folder = join(top, 'cache');
  writeFileSync(folder, 'no folder');
  const probed: unknown[] = [];
  const portraits = {
    check: async ({ file }: ClipSubject) => void probed.push(file),
    measure: async () => ({ width: 1, height: 1 }),
    thumbnail: async () => {},
    unpack: async () => {},
  };
  const probe = createMediaProbe({
    folder,
    ffmpeg: null,
    files: localFiles(),
    portraits,
    looks: createLookQueue(),
  });
  for (let time = 0; time < 2; time++)
    expect(await probe.probe(local(LEO))).toEqual({ kind: 'head', format: 'glb' });
  expect(probed).toEqual([local(LEO)]);
});
