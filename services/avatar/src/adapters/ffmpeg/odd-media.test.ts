import { frameBytes } from '@anima/face';
import { AppError } from '@anima/service';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ffmpegBuilds } from '../../testing/ffmpeg-builds.js';
import { makeOddMedia, type OddFile } from '../../testing/odd-media.js';
import { createTestMedia, type TestMedia } from '../../testing/test-media.js';
import { openClipReader } from './clip-reader.js';
import { audioDuration } from './decode-audio.js';
import { probeClipFile } from './probe-clip-file.js';

const SIZE = { width: 96, height: 64 };

const builds = await ffmpegBuilds();
let media: TestMedia;
let files: OddFile[];

beforeAll(async () => {
  media = await createTestMedia();
  files = await makeOddMedia(media);
}, 120_000);
afterAll(() => media.remove());

/** What came of a file: how much of it could be read, or the code of the refusal. */
async function outcome(read: () => Promise<number>): Promise<string> {
  try {
    return (await read()) > 0 ? 'read' : 'nothing';
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    expect(error.message).toMatch(/^Expected .*, (?:received|waited)/);
    return error.code;
  }
}

async function countFrames(ffmpeg: string, path: string): Promise<number> {
  const { format } = await probeClipFile(ffmpeg, path);
  const reader = await openClipReader(ffmpeg, { path, format }, { ...SIZE, fps: 25, fit: 'cover' });
  const into = new Uint8Array(frameBytes(SIZE.width, SIZE.height));
  while (await reader.read(into));
  return reader.frameIndex;
}

describe.each(builds)('bad and odd files with the ffmpeg of $name', ({ ffmpeg }) => {
  it('give frames where they hold a clip, and else are refused as unreadable', async () => {
    expect(files.length).toBeGreaterThanOrEqual(50);
    const found: Record<string, string> = {};
    const expected: Record<string, string> = {};
    for (const { name, holds } of files) {
      found[name] = await outcome(() => countFrames(ffmpeg, media.at(name)));
      expected[name] = holds === 'clip' ? 'read' : 'media_unreadable';
    }
    expect(found).toEqual(expected);
  }, 120_000);

  it('give sound where they hold some', async () => {
    const found: Record<string, string> = {};
    const expected: Record<string, string> = {};
    for (const { name, holds } of files.filter((file) => file.holds !== 'clip')) {
      found[name] = await outcome(() => audioDuration(ffmpeg, media.at(name)));
      expected[name] = holds === 'sound' ? 'read' : 'media_unreadable';
    }
    expect(found).toEqual(expected);
  }, 120_000);
});
