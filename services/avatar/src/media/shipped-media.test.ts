import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { measurePicture } from '@anima/face';
import { resolveModelsDir } from '@anima/inference';
import { expect, it } from 'vitest';
import { createMediaProbe } from '../catalog/catalog-probe.js';
import { local, localFiles } from '../testing/local-files.js';
import { findFfmpeg } from './ffmpeg/find-ffmpeg.js';
import type { LocalFile, MediaRef } from './media-ref.js';
import { createLookQueue } from './probe-queue.js';
import { shippedMedia } from './shipped-media.js';

it('shipped files match their table', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'anima-shipped-'));
  const portraits = {
    check: async () => {},
    measure: (file: MediaRef) => measurePicture((file as LocalFile).path),
    thumbnail: async () => {},
    unpack: async () => {},
  };
  const ffmpeg = await findFfmpeg(process.env.FFMPEG_PATH);
  const files = localFiles();
  const probe = createMediaProbe({ folder, ffmpeg, files, portraits, looks: createLookQueue() });
  const { faces, sources } = await shippedMedia(resolveModelsDir());
  const shippedFiles = [...faces, ...sources];
  expect(shippedFiles).toHaveLength(13);
  for (const { path, shipped } of shippedFiles)
    expect(await probe.probe(local(path))).toEqual(shipped!.media);
  rmSync(folder, { recursive: true });
});
