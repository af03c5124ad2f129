import { afterAll, beforeAll, describe, it } from 'vitest';
import { ffmpegBuilds } from '../../testing/ffmpeg-builds.js';
import { makeOddMedia, type OddFile } from '../../testing/odd-media.js';
import { expectFrames, expectSound } from '../../testing/odd-media-reading.js';
import { createTestMedia, type TestMedia } from '../../testing/test-media.js';

const builds = await ffmpegBuilds();
let media: TestMedia;
let files: OddFile[];

beforeAll(async () => {
  media = await createTestMedia();
  files = await makeOddMedia(media);
}, 120_000);
afterAll(() => media.remove());

describe.each(builds)(
  'every bad and odd file with the ffmpeg of $name',
  { timeout: 300_000 },
  ({ ffmpeg }) => {
    it('gives frames where it holds a clip, and else is refused as unreadable', () =>
      expectFrames(ffmpeg, media, files));

    it('gives sound where it holds some', () => expectSound(ffmpeg, media, files));
  },
);
