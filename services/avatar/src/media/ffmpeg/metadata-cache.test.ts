import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestMedia, type TestMedia } from '../../testing/test-media.js';
import { frameRate, rememberedFacts } from './clip-metadata.js';
import { findFfmpeg } from './find-ffmpeg.js';

let media: TestMedia;
beforeAll(async () => {
  media = await createTestMedia();
});
afterAll(() => media.remove());

it.skipIf(process.platform === 'win32')(
  'asks ffmpeg once of a clip, as long as it stays as it is',
  async () => {
    const callLog = media.at('asked');
    const ffmpeg = media.at('ffmpeg');
    writeFileSync(callLog, '');
    writeFileSync(ffmpeg, `#!/bin/sh\necho >> ${callLog}\nexec ${await findFfmpeg(undefined)} "$@"\n`);
    chmodSync(ffmpeg, 0o755);
    const path = media.at('clip.mp4');
    const write = (size: string) =>
      media.run('-f', 'lavfi', '-i', `testsrc=s=${size}:r=10:d=0.3`, '-pix_fmt', 'yuv420p', path);
    const facts = (fps: number) =>
      rememberedFacts(ffmpeg, { path, format: 'mp4' }, frameRate(fps), undefined);
    const times = () => readFileSync(callLog, 'utf8').length;

    write('96x64');
    const first = await facts(10);
    expect(first).toMatchObject({ width: 96, height: 64 });
    expect(await facts(10)).toEqual(first);
    expect(times()).toBe(1);
    await facts(25);
    expect(times()).toBe(2);
    write('64x96');
    expect(await facts(10)).toMatchObject({ width: 64, height: 96 });
    expect(times()).toBe(3);
  },
);
