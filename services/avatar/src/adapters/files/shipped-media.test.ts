import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { resolveModelsDir } from '@anima/inference';
import { expect, it } from 'vitest';
import { findFfmpeg } from '../ffmpeg/find-ffmpeg.js';
import { createMediaProbe } from './catalog-probe.js';
import { shippedMedia } from './shipped-media.js';

it('what ships is what its table says', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'anima-shipped-'));
  const heads = { check: async () => {}, portrait: async () => {} };
  const probe = createMediaProbe(folder, await findFfmpeg(process.env.FFMPEG_PATH), heads);
  const { faces, sources } = await shippedMedia(resolveModelsDir());
  const files = [...faces!, ...sources!];
  expect(files).toHaveLength(5);
  for (const { path, shipped } of files) expect(await probe.probe(path)).toEqual(shipped!.media);
  rmSync(folder, { recursive: true });
});
