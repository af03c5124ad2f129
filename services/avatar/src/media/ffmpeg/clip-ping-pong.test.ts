import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { frameBytes } from '@anima/face';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ClipFormat } from '../../catalog/media-format.js';
import { ffmpegBuilds } from '../../testing/ffmpeg-builds.js';
import { createTestMedia, type TestMedia } from '../../testing/test-media.js';
import { openPingPong } from './clip-ping-pong.js';
import { type OpenClip, openClip, openClipReader } from './clip-reader.js';

const SIZE = { width: 64, height: 48 };
const BYTES = frameBytes(SIZE.width, SIZE.height);
/** Keeps no frames in memory, and 24 in a file for reverse playback: three files for a clip of 50. */
const SMALL_ROOM = { memoryBytes: 1, fileBytes: 1, spanBytes: 24 * BYTES };
/** Ten in memory, all of them in a file. */
const ROOM_IN_FILE = { ...SMALL_ROOM, memoryBytes: 10 * BYTES, fileBytes: 200 * BYTES };
/** Twenty in a file, and then one too many. */
const LITTLE_IN_FILE = { ...ROOM_IN_FILE, fileBytes: 20 * BYTES };

const builds = await ffmpegBuilds();
let media: TestMedia;
const scratch = mkdtempSync(join(tmpdir(), 'anima-frames-'));

const X264 = ['-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-preset', 'veryfast', '-bf', '3'];
const clips: Record<string, string[]> = {
  'b-frames.mp4': X264,
  'open-groups.mp4': [...X264, '-x264-params', 'open-gop=1:keyint=20'],
  // No key frames: after a seek the image becomes correct only gradually.
  'no-keyframes.mp4': [...X264, '-x264-params', 'intra-refresh=1:keyint=25'],
  'bad-index.mp4': X264,
  'bad-index-mpeg4.mp4': ['-c:v', 'mpeg4', '-g', '300'],
  'vp9.webm': ['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8', '-g', '30'],
  'picture.gif': [],
  'vfr.mkv': ['-vf', "select='gt(random(3),0.4)'", '-vsync', 'vfr', '-output_ts_offset', '5.37', ...X264],
};

beforeAll(async () => {
  media = await createTestMedia();
  const source = ['-f', 'lavfi', '-i', 'testsrc2=size=64x48:rate=25:duration=2'];
  for (const [name, options] of Object.entries(clips)) media.run(...source, ...options, media.at(name));
  for (const name of ['bad-index.mp4', 'bad-index-mpeg4.mp4']) {
    // The list of key frames is gone: a seek goes to any frame. From there on H.264 gives nothing and MPEG-4 wrong pictures.
    const bytes = readFileSync(media.at(name));
    bytes.write('free', bytes.indexOf('stss', 0, 'latin1'), 'latin1');
    writeFileSync(media.at(name), bytes);
  }
});
afterAll(() => {
  media.remove();
  rmSync(scratch, { recursive: true });
});

const fileOf = (name: string) => ({ path: media.at(name), format: name.split('.')[1] as ClipFormat });

async function readForward(ffmpeg: string, name: string): Promise<Buffer[]> {
  const reader = await openClipReader(ffmpeg, fileOf(name), { ...SIZE, fps: 25, fit: 'cover' });
  const frames: Buffer[] = [];
  for (;;) {
    const into = Buffer.alloc(BYTES);
    if (!(await reader.read(into))) return frames;
    frames.push(into);
  }
}

const opened = (ffmpeg: string, name: string): Promise<OpenClip> =>
  openClip(ffmpeg, fileOf(name), { ...SIZE, fps: 25, fit: 'cover' });

describe.each(builds)('forward and back with the ffmpeg of $name', ({ ffmpeg }) => {
  it.each(Object.keys(clips))('%s: every index shows the same bytes each time', async (name) => {
    const forward = await readForward(ffmpeg, name);
    const last = forward.length - 1;
    expect(last).toBeGreaterThan(43);
    const ways = [{ room: SMALL_ROOM }, { room: ROOM_IN_FILE }];
    // The storage does not depend on the clip. A clip that was assumed too short for a turn still turns.
    const knownLengths = [75, 5, 1000].map((frames) => ({ frames, room: ROOM_IN_FILE }));
    const others = [{ room: LITTLE_IN_FILE }, {}, { turns: false }, ...knownLengths];
    for (const way of name === 'b-frames.mp4' ? [...ways, ...others] : ways) {
      const frames = openPingPong(ffmpeg, await opened(ffmpeg, name), { ...SIZE, scratch, ...way });
      const into = Buffer.alloc(BYTES);
      for (let i = 0; i < 2.5 * forward.length; i++) {
        const position = i % (2 * last);
        const expected = position <= last ? position : 2 * last - position;
        expect(await frames.next(into)).toBe(expected);
        expect(into.equals(forward[expected]!)).toBe(true);
      }
      await frames.close();
    }
    expect(readdirSync(scratch)).toEqual([]);
  });

  it('a clip of one frame, and of two', async () => {
    for (const [count, expected] of [
      [1, [0, 0, 0, 0]],
      [2, [0, 1, 0, 1]],
    ] as const) {
      const name = `${count}-frames.mp4`;
      media.run('-i', media.at('b-frames.mp4'), '-frames:v', String(count), media.at(name));
      for (const way of [{ room: SMALL_ROOM }, {}, { turns: false }]) {
        const options = { ...SIZE, scratch, ...way };
        const frames = openPingPong(ffmpeg, await opened(ffmpeg, name), options);
        const order: number[] = [];
        for (let i = 0; i < 4; i++) order.push(await frames.next(new Uint8Array(BYTES)));
        expect(order).toEqual(expected);
        await frames.close();
      }
    }
  });

  it('starts at the given frame and turns there', async () => {
    const options = { ...SIZE, scratch, first: 45, room: SMALL_ROOM } as const;
    const frames = openPingPong(ffmpeg, await opened(ffmpeg, 'b-frames.mp4'), options);
    const order: number[] = [];
    for (let i = 0; i < 12; i++) order.push(await frames.next(new Uint8Array(BYTES)));
    expect(order).toEqual([45, 46, 47, 48, 49, 48, 47, 46, 45, 46, 47, 48]);
    await frames.close();
  });

  it('keeps frames in a file from the start if they are known to exceed memory', async () => {
    const files: number[] = [];
    for (const frames of [75, 10, undefined]) {
      const known = frames === undefined ? {} : { frames };
      const options = { ...SIZE, scratch, room: ROOM_IN_FILE, ...known };
      const pingPong = openPingPong(ffmpeg, await opened(ffmpeg, 'b-frames.mp4'), options);
      for (let i = 0; i < 3; i++) await pingPong.next(new Uint8Array(BYTES));
      files.push(readdirSync(scratch).length);
      await pingPong.close();
    }
    expect(files).toEqual([1, 0, 0]);
  });

  it('replays frames kept earlier without decoding', async () => {
    const forward = await readForward(ffmpeg, 'b-frames.mp4');
    const last = forward.length - 1;
    const clip = await opened(ffmpeg, 'b-frames.mp4');
    const options = { ...SIZE, scratch, room: ROOM_IN_FILE };
    const into = Buffer.alloc(BYTES);
    const before = openPingPong(ffmpeg, clip, options);
    for (let i = 0; i < 20; i++) await before.next(into);
    expect(before.giveUp()).toBeNull();
    for (let i = 0; i < forward.length; i++) await before.next(into);
    const shown = before.giveUp();
    await before.close();

    const undecodable: OpenClip = {
      ...clip,
      frames: () => {
        throw new Error('decoded');
      },
    };
    const frames = openPingPong(ffmpeg, undecodable, { ...options, shown });
    for (let i = 0; i < 2.5 * forward.length; i++) {
      const position = i % (2 * last);
      const expected = position <= last ? position : 2 * last - position;
      expect(await frames.next(into)).toBe(expected);
      expect(into.equals(forward[expected]!)).toBe(true);
    }
    await frames.close();
    expect(readdirSync(scratch)).toEqual([]);
  });

  it('ends on abort and leaves no file', async () => {
    const controller = new AbortController();
    const options = { ...SIZE, scratch, room: SMALL_ROOM } as const;
    const frames = openPingPong(ffmpeg, await opened(ffmpeg, 'b-frames.mp4'), {
      ...options,
      signal: controller.signal,
    });
    for (let i = 0; i < 80; i++) await frames.next(new Uint8Array(BYTES));
    controller.abort(new Error('Cancelled'));
    await expect(frames.next(new Uint8Array(BYTES))).rejects.toThrow('Cancelled');
    await frames.close();
    expect(readdirSync(scratch)).toEqual([]);
  });
});
