import { afterAll, beforeAll, expect, it } from 'vitest';
import { ffmpegBuilds } from '../../testing/ffmpeg-builds.js';
import { makeOddMedia, type OddFile } from '../../testing/odd-media.js';
import { expectFrames, expectSound } from '../../testing/odd-media-reading.js';
import { createTestMedia, type TestMedia } from '../../testing/test-media.js';

const [first, ...others] = await ffmpegBuilds();
let media: TestMedia;
let files: OddFile[];

beforeAll(async () => {
  media = await createTestMedia();
  files = await makeOddMedia(media);
  expect(files.length).toBeGreaterThanOrEqual(50);
}, 120_000);
afterAll(() => media.remove());

it('bad and odd files give frames or sound, or are refused as unreadable', { timeout: 120_000 }, async () => {
  await expectFrames(first!.ffmpeg, media, files);
  await expectSound(first!.ffmpeg, media, files);
});

// odd-media.long.test.ts reads all of them with every build.
it.each(others)('so with the ffmpeg of $name, one of each sort', { timeout: 120_000 }, async ({ ffmpeg }) => {
  const sample = files.filter(({ name }, i) => i % 6 === 0 || name.startsWith('breaks-off.'));
  expect(new Set(sample.map(({ holds }) => holds))).toEqual(new Set(['picture', 'clip', 'sound', null]));
  await expectFrames(ffmpeg, media, sample);
  await expectSound(ffmpeg, media, sample);
});
