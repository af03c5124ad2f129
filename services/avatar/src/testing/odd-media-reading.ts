import { frameBytes } from '@anima/face';
import { AppError } from '@anima/service/errors';
import { expect } from 'vitest';
import { openClipReader } from '../media/ffmpeg/clip-reader.js';
import { audioDuration } from '../media/ffmpeg/decode-audio.js';
import { probeClipFile } from '../media/ffmpeg/probe-clip-file.js';
import type { OddFile } from './odd-file.js';
import type { TestMedia } from './test-media.js';

const SIZE = { width: 96, height: 64 };

/** Clips must yield frames, and all other files are rejected as unreadable. */
export const expectFrames = (ffmpeg: string, media: TestMedia, files: readonly OddFile[]) =>
  expectRead(files, 'clip', ({ name }) => countFrames(ffmpeg, media.at(name)));

/** Files with audio must yield it, and files without audio are rejected as unreadable. */
export const expectSound = (ffmpeg: string, media: TestMedia, files: readonly OddFile[]) =>
  expectRead(
    files.filter(({ holds }) => holds !== 'clip'),
    'sound',
    ({ name }) => audioDuration(ffmpeg, media.at(name)),
  );

async function expectRead(
  files: readonly OddFile[],
  readable: OddFile['holds'],
  read: (file: OddFile) => Promise<number>,
): Promise<void> {
  const found: Record<string, string> = {};
  const expected: Record<string, string> = {};
  for (const file of files) {
    found[file.name] = await outcome(() => read(file));
    expected[file.name] = file.holds === readable ? 'read' : 'media_unreadable';
  }
  expect(found).toEqual(expected);
}

/** Returns how much of a file could be read, or the code of the rejection. */
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
