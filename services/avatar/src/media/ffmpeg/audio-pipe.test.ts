import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isStorageFull } from '@anima/service/errors';
import { maySmallDisk, mountSmallDisk } from '@anima/service/testing';
import { describe, expect, it } from 'vitest';
import { createAudioEncoder } from '../../speech/audio-encoder.js';
import { audioFormats } from '../../speech/audio-writer.js';
import { findFfmpeg } from './find-ffmpeg.js';

const ffmpeg = await findFfmpeg(undefined);
const RATE = 24_000;

describe.skipIf(ffmpeg === null || !maySmallDisk())('sound on a full disk', () => {
  it.each(audioFormats)('as %s says so, and leaves nothing', async (format) => {
    const disk = mountSmallDisk(128 * 1024);
    try {
      const encoder = createAudioEncoder(ffmpeg);
      const writer = await encoder.open(join(disk.path, `sound.${format}`), format, {
        input: RATE,
        output: RATE,
      });
      const second = Float32Array.from({ length: RATE }, (_, i) => Math.sin(i * i * 1e-5) / 2);
      const writeOn = async () => {
        for (let seconds = 0; seconds < 60; seconds++) await writer.write(second);
        await writer.finish();
      };
      const failure = await writeOn().catch((error: unknown) => error);
      expect(isStorageFull(failure)).toBe(true);
      await writer.abort();
      expect(readdirSync(disk.path)).toEqual([]);
    } finally {
      disk.remove();
    }
  });
});
