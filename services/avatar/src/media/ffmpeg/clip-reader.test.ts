import { execFileSync } from 'node:child_process';
import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { frameBytes } from '@anima/face';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ClipFormat } from '../../catalog/media-format.js';
import { ffmpegBuilds } from '../../testing/ffmpeg-builds.js';
import { createTestMedia, type TestMedia } from '../../testing/test-media.js';
import { openClip, openClipReader, type ReaderOptions } from './clip-reader.js';

const builds = await ffmpegBuilds();
let media: TestMedia;

/** ITU-R BT.709, limited range, of the colour that the clips below show. */
const RGB = [200, 80, 40].map((value) => value / 255) as [number, number, number];
const LUMA = 0.2126 * RGB[0] + 0.7152 * RGB[1] + 0.0722 * RGB[2];
const EXPECTED = [
  16 + 219 * LUMA,
  128 + (224 * (RGB[2] - LUMA)) / 1.8556,
  128 + (224 * (RGB[0] - LUMA)) / 1.5748,
];
const COLOUR = (size: string) => ['-f', 'lavfi', '-i', `color=0xC85028:s=${size}:r=25:d=0.4,format=rgb24`];
const X264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-qp', '4'];
const to = (conversion: string, format: string) => ['-vf', `scale=${conversion},format=${format}`];
const BT2020 = ['-colorspace', 'bt2020nc', '-color_primaries', 'bt2020', '-color_trc'];
const wide = (transfer: string) =>
  `scale=out_color_matrix=bt709,format=yuv444p,zscale=min=bt709:rin=tv:pin=bt709:tin=bt709:p=bt2020:t=${transfer}:m=bt2020nc:r=tv:npl=203,format=yuv420p10le`;

/** The same colour in every way that clips carry it. */
const colours: Record<string, string[]> = {
  'bt709.mp4': [
    ...COLOUR('96x64'),
    ...to('out_color_matrix=bt709', 'yuv420p'),
    '-colorspace',
    'bt709',
    ...X264,
  ],
  'bt601.mp4': [
    ...COLOUR('96x64'),
    ...to('out_color_matrix=bt601', 'yuv420p'),
    '-colorspace',
    'smpte170m',
    ...X264,
  ],
  'small-untagged.mp4': [...COLOUR('96x64'), ...to('out_color_matrix=bt601', 'yuv420p'), ...X264],
  'large-untagged.mp4': [...COLOUR('1280x720'), ...to('out_color_matrix=bt709', 'yuv420p'), ...X264],
  'full-range.mp4': [
    ...[...COLOUR('96x64'), ...to('out_color_matrix=bt709:out_range=pc', 'yuv420p')],
    ...['-colorspace', 'bt709', '-color_range', 'pc', ...X264],
  ],
  'jpeg-range.mkv': [
    ...COLOUR('96x64'),
    ...to('out_color_matrix=bt601:out_range=pc', 'yuvj420p'),
    '-c:v',
    'mjpeg',
    '-q:v',
    '1',
  ],
  '4-4-4.mp4': [
    ...COLOUR('96x64'),
    ...to('out_color_matrix=bt709', 'yuv444p'),
    '-colorspace',
    'bt709',
    ...X264,
  ],
  '10-bit.mp4': [
    ...COLOUR('96x64'),
    ...to('out_color_matrix=bt601', 'yuv420p10le'),
    '-colorspace',
    'smpte170m',
    ...X264,
  ],
  'rgb.mkv': [...COLOUR('96x64'), '-c:v', 'libx264rgb', '-qp', '2'],
  'odd.mkv': [...COLOUR('127x255'), '-c:v', 'ffv1'],
  'vp9.webm': [
    ...COLOUR('96x64'),
    ...to('out_color_matrix=bt709', 'yuv420p'),
    '-colorspace',
    'bt709',
    '-c:v',
    'libvpx-vp9',
    '-lossless',
    '1',
  ],
  'bt2020.mp4': [...COLOUR('96x64'), '-vf', wide('bt709'), ...BT2020, 'bt709', ...X264],
};

beforeAll(async () => {
  media = await createTestMedia();
  for (const [name, args] of Object.entries(colours)) media.run(...args, media.at(name));
  media.run(
    ...COLOUR('96x64'),
    '-vf',
    wide('smpte2084'),
    ...BT2020,
    'smpte2084',
    ...X264,
    media.at('pq.mp4'),
  );
  media.run(
    ...COLOUR('96x64'),
    '-vf',
    wide('arib-std-b67'),
    ...BT2020,
    'arib-std-b67',
    ...X264,
    media.at('hlg.mp4'),
  );
});
afterAll(() => media.remove());

type Options = Omit<ReaderOptions, 'fps'> & { fps?: number };

async function read(ffmpeg: string, path: string, options: Options, first = 0) {
  const format = path.slice(path.lastIndexOf('.') + 1) as ClipFormat;
  const clip = await openClip(ffmpeg, { path, format }, { fps: 25, ...options });
  const reader = clip.frames(first, await clip.canSeek(first));
  const frames: Uint8Array[] = [];
  for (;;) {
    const into = new Uint8Array(frameBytes(options.width, options.height));
    if (!(await reader.read(into))) return { frames, note: reader.note(), frameIndex: reader.frameIndex };
    frames.push(into);
  }
}

/** Y, U and V in the middle. */
function middle(frame: Uint8Array, width: number, height: number): number[] {
  const luma = (height / 2) * width + width / 2;
  const chroma = Math.floor(height / 4) * (width / 2) + Math.floor(width / 4);
  return [frame[luma]!, frame[width * height + chroma]!, frame[width * height * 1.25 + chroma]!];
}

describe.each(builds)('frames read with the ffmpeg of $name', ({ ffmpeg }) => {
  it.each(Object.keys(colours))('%s: its colour becomes that of BT.709', async (name) => {
    const { frames, note } = await read(ffmpeg, media.at(name), { width: 96, height: 64, fit: 'cover' });
    expect(frames).toHaveLength(10);
    expect(note).toBeNull();
    for (const frame of [frames[0]!, frames[9]!]) {
      middle(frame, 96, 64).forEach((value, plane) => {
        expect(Math.abs(value - EXPECTED[plane]!)).toBeLessThan(2);
      });
    }
  });

  it.each(['pq.mp4', 'hlg.mp4'])(
    '%s: high dynamic range is brought to a hue and brightness like it',
    async (name) => {
      const { frames } = await read(ffmpeg, media.at(name), { width: 96, height: 64, fit: 'cover' });
      const [y, u, v] = middle(frames[0]!, 96, 64) as [number, number, number];
      expect(Math.abs(y - EXPECTED[0]!)).toBeLessThan(20);
      expect(u - 128).toBeLessThan(-15);
      expect(v - 128).toBeGreaterThan(30);
    },
  );

  it('a picture that is right already keeps every bit', async () => {
    const path = media.make('right.mp4', '-pix_fmt', 'yuv420p', '-an', '-colorspace', 'bt709', ...X264);
    const decoded = execFileSync(ffmpeg, ['-v', 'error', '-i', path, '-f', 'rawvideo', '-'], {
      maxBuffer: 1e8,
    });
    const { frames } = await read(ffmpeg, path, { width: 64, height: 48, fit: 'cover' });
    expect(Buffer.concat(frames).equals(decoded)).toBe(true);
  });

  it('crops an odd row and column without scaling', async () => {
    const source = ['-f', 'lavfi', '-i', 'testsrc=size=65x49:rate=25:duration=0.2'];
    media.run(...source, '-pix_fmt', 'yuv444p', '-colorspace', 'bt709', ...X264, media.at('odd.mp4'));
    const decoded = execFileSync(
      ffmpeg,
      ['-v', 'error', '-i', media.at('odd.mp4'), '-pix_fmt', 'yuv444p', '-f', 'rawvideo', '-'],
      { maxBuffer: 1e8 },
    );
    const { frames } = await read(ffmpeg, media.at('odd.mp4'), { width: 64, height: 48, fit: 'cover' });
    const row = (y: number) => decoded.subarray(y * 65, y * 65 + 64);
    for (const y of [0, 20, 47])
      expect(Buffer.from(frames[0]!.subarray(y * 64, y * 64 + 64)).equals(row(y))).toBe(true);
  });

  it('rotates a clip by its metadata and keeps its proportions', async () => {
    // Left half black, right half white: after a rotation by 90 degrees the halves are above each other.
    const halves = ['-f', 'lavfi', '-i', 'color=white:s=64x48:d=0.2,drawbox=w=32:color=black:t=fill'];
    media.run(...halves, '-pix_fmt', 'yuv420p', ...X264, media.at('upright.mp4'));
    const turned = [
      '-i',
      media.at('upright.mp4'),
      '-c',
      'copy',
      '-metadata:s:v:0',
      'rotate=90',
      media.at('turned.mp4'),
    ];
    execFileSync(builds.at(-1)!.ffmpeg, ['-v', 'error', '-y', ...turned]);
    const { frames } = await read(ffmpeg, media.at('turned.mp4'), { width: 48, height: 64, fit: 'cover' });
    const [top, bottom] = [frames[0]![10 * 48 + 24]!, frames[0]![54 * 48 + 24]!];
    expect(Math.abs(top - bottom)).toBeGreaterThan(200);
    expect(frames[0]![10 * 48 + 4]).toBe(top);
  });

  it('makes pixels square, cuts or adds bars', async () => {
    // 64 x 48 stored, 128 x 48 shown: white with a black column in the middle.
    const column = [
      '-f',
      'lavfi',
      '-i',
      'color=white:s=64x48:d=0.2,drawbox=x=28:w=8:color=black:t=fill,setsar=2',
    ];
    media.run(...column, '-pix_fmt', 'yuv420p', ...X264, media.at('anamorphic.mp4'));
    const dark = (frame: Uint8Array, width: number, height: number) =>
      frame.subarray((height / 2) * width, (height / 2 + 1) * width).filter((value) => value < 60).length;
    const shown = await read(ffmpeg, media.at('anamorphic.mp4'), { width: 128, height: 48, fit: 'cover' });
    expect(Math.abs(dark(shown.frames[0]!, 128, 48) - 16)).toBeLessThan(3);
    const cut = await read(ffmpeg, media.at('anamorphic.mp4'), { width: 48, height: 48, fit: 'cover' });
    expect(Math.abs(dark(cut.frames[0]!, 48, 48) - 16)).toBeLessThan(3);
    const barred = (await read(ffmpeg, media.at('anamorphic.mp4'), { width: 64, height: 64, fit: 'contain' }))
      .frames[0]!;
    expect([barred[5 * 64 + 5], barred[59 * 64 + 5]]).toEqual([16, 16]);
    expect(barred[32 * 64 + 5]).toBeGreaterThan(220);
  });

  it('gives a constant rate from any, from the same beginning each time', async () => {
    const source = ['-f', 'lavfi', '-i', 'testsrc2=size=64x48:rate=60:duration=6'];
    const vfr = ['-vf', "select='gt(random(3),0.6)'", '-vsync', 'vfr', '-output_ts_offset', '3.21'];
    media.run(...source, ...vfr, '-pix_fmt', 'yuv420p', ...X264, media.at('vfr.mkv'));
    const size = { width: 64, height: 48, fit: 'cover' } as const;
    const whole = await read(ffmpeg, media.at('vfr.mkv'), { ...size, fps: 29.97 });
    expect(Math.abs(whole.frames.length - 178)).toBeLessThanOrEqual(2);
    // The first is too near to the beginning for a seek.
    for (const frame of [30, 120]) {
      const rest = await read(ffmpeg, media.at('vfr.mkv'), { ...size, fps: 29.97 }, frame);
      expect(rest.frameIndex).toBe(whole.frameIndex);
      expect(Buffer.concat(rest.frames).equals(Buffer.concat(whole.frames.slice(frame)))).toBe(true);
    }
  });

  it('picks frames out, the same as when all are read', async () => {
    const source = ['-f', 'lavfi', '-i', 'testsrc2=size=64x48:rate=60:duration=3'];
    const vfr = ['-vf', "select='gt(random(3),0.6)'", '-vsync', 'vfr', '-output_ts_offset', '3.21'];
    media.run(...source, ...vfr, '-pix_fmt', 'yuv420p', ...X264, media.at('picked.mkv'));
    const options = { width: 64, height: 48, fit: 'cover', fps: 25 } as const;
    const { frames } = await read(ffmpeg, media.at('picked.mkv'), options);
    const clip = await openClip(ffmpeg, { path: media.at('picked.mkv'), format: 'mkv' }, options);
    const indices = [0, 1, 17, frames.length - 1];
    const reader = clip.pick(indices);
    const into = Buffer.alloc(frameBytes(64, 48));
    for (const index of indices) {
      expect(await reader.read(into)).toBe(true);
      expect(into.equals(frames[index]!)).toBe(true);
    }
    expect(await reader.read(into)).toBe(false);
    reader.close();
  });

  it('returns the frames of a truncated clip with a note', async () => {
    const source = ['-f', 'lavfi', '-i', 'testsrc2=size=320x240:rate=25:duration=2'];
    media.run(...source, '-pix_fmt', 'yuv420p', ...X264, '-movflags', '+faststart', media.at('broken.mp4'));
    truncateSync(media.at('broken.mp4'), Math.round(readFileSync(media.at('broken.mp4')).length / 2));
    const { frames, note } = await read(ffmpeg, media.at('broken.mp4'), {
      width: 64,
      height: 48,
      fit: 'cover',
    });
    expect(frames.length).toBeGreaterThan(10);
    expect(frames.length).toBeLessThan(40);
    expect(note).toContain(`${frames.length} frames`);
  });

  it('rejects a file without frames', async () => {
    writeFileSync(media.at('text.mp4'), 'no clip at all, but some words that are long enough to look at');
    const options = { fps: 25, width: 64, height: 48, fit: 'cover' } as const;
    for (const path of [media.at('text.mp4'), media.at('missing.mp4')])
      await expect(openClipReader(ffmpeg, { path, format: 'mp4' }, options)).rejects.toMatchObject({
        code: 'media_unreadable',
      });
  });

  it('ends on abort', async () => {
    const controller = new AbortController();
    const clip = { path: media.at('large-untagged.mp4'), format: 'mp4' } as const;
    const options = { fps: 25, width: 1280, height: 720, fit: 'cover', signal: controller.signal } as const;
    const reader = await openClipReader(ffmpeg, clip, options);
    const into = new Uint8Array(frameBytes(1280, 720));
    await reader.read(into);
    controller.abort(new Error('Cancelled'));
    await expect(reader.read(into)).rejects.toThrow('Cancelled');
  });
});
