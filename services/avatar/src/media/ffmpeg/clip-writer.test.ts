import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFrame, planesOf } from '@anima/face';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ffmpegBuilds } from '../../testing/ffmpeg-builds.js';
import { createTestMedia, type TestMedia } from '../../testing/test-media.js';
import { openClipReader } from './clip-reader.js';
import { openClipWriter, type WriterOptions } from './clip-writer.js';
import { audioDuration, decodeAudio } from './decode-audio.js';
import { readFilmTrack } from './film-track.js';
import { runFfmpeg } from './run-ffmpeg.js';

const WIDTH = 160;
const HEIGHT = 120;
const SIZE = { width: WIDTH, height: HEIGHT };
const SAMPLE_RATE = 48_000;
/** Seconds at which a short tone sounds. */
const BEEPS = [0.3, 1.1, 1.72];

const builds = await ffmpegBuilds();
let media: TestMedia;
const folder = mkdtempSync(join(tmpdir(), 'anima-writer-'));
const at = (name: string) => join(folder, name);
const smallDisk = mountSmallDisk();

beforeAll(async () => {
  media = await createTestMedia();
  const tones = BEEPS.map((start) => `between(t,${start},${start + 0.05})`).join('+');
  media.run('-f', 'lavfi', '-i', `aevalsrc='sin(4400*t)*(${tones})':s=44100:d=2`, media.at('beeps.wav'));
  media.run('-i', media.at('beeps.wav'), media.at('beeps.mp3'));
  media.run('-i', media.at('beeps.wav'), media.at('beeps.m4a'));
  media.run('-i', media.at('beeps.wav'), '-c:a', 'libopus', media.at('beeps.webm'));
});
afterAll(() => {
  media.remove();
  rmSync(folder, { recursive: true });
  if (smallDisk === null) return;
  spawnSync('umount', [smallDisk]);
  rmSync(smallDisk, { recursive: true });
});

/** A bright bar on grey, further to the right from frame to frame. */
function picture(index: number): Uint8Array {
  const frame = createFrame(WIDTH, HEIGHT);
  const { y, u, v } = planesOf(frame);
  y.fill(90);
  u.fill(110);
  v.fill(150);
  for (let row = 0; row < HEIGHT; row++) y.fill(220, row * WIDTH + index, row * WIDTH + index + 16);
  return frame.bytes;
}

async function write(ffmpeg: string, frames: number, options: Partial<WriterOptions> = {}) {
  const path = at(`${crypto.randomUUID()}.mp4`);
  const writer = await openClipWriter(ffmpeg, { path, ...SIZE, fps: 25, audio: null, ...options });
  for (let i = 0; i < frames; i++) await writer.write(picture(i));
  return { path, ...(await writer.finish()) };
}

async function readAll(ffmpeg: string, path: string, fps = 25): Promise<Uint8Array[]> {
  const reader = await openClipReader(ffmpeg, { path, format: 'mp4' }, { ...SIZE, fps, fit: 'cover' });
  const frames: Uint8Array[] = [];
  for (;;) {
    const into = new Uint8Array((WIDTH * HEIGHT * 3) / 2);
    if (!(await reader.read(into))) return frames;
    frames.push(into);
  }
}

async function sound(ffmpeg: string, path: string): Promise<Float32Array> {
  const chunks: number[] = [];
  for await (const chunk of decodeAudio(ffmpeg, path, { sampleRate: SAMPLE_RATE })) chunks.push(...chunk);
  return Float32Array.from(chunks);
}

/** Seconds at which it gets loud after silence. */
function onsets(samples: Float32Array): number[] {
  const found: number[] = [];
  let last = -Infinity;
  samples.forEach((value, i) => {
    if (Math.abs(value) < 0.2) return;
    if (i - last > SAMPLE_RATE / 5) found.push(i / SAMPLE_RATE);
    last = i;
  });
  return found;
}

/** Mounts a disk of 256 kB, if this user may. */
function mountSmallDisk(): string | null {
  const path = mkdtempSync(join(tmpdir(), 'anima-disk-'));
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', path]);
  if (status === 0) return path;
  rmSync(path, { recursive: true });
  return null;
}

const about = async (ffmpeg: string, path: string) =>
  (await runFfmpeg(ffmpeg, { path, format: 'mp4' }, ['-vf', 'showinfo', '-f', 'null', '-'])).words;

describe.each(builds)('a clip written with the ffmpeg of $name', ({ ffmpeg }) => {
  it('holds exactly the frames that were written, in their order', async () => {
    const { path, frames, duration, audio } = await write(ffmpeg, 37);
    expect({ frames, duration, audio }).toEqual({ frames: 37, duration: 1.48, audio: 'none' });
    const read = await readAll(ffmpeg, path);
    expect(read).toHaveLength(37);
    read.forEach((frame, i) => {
      const row = frame.subarray(60 * WIDTH, 61 * WIDTH);
      const bright = Array.from(row).flatMap((value, column) => (value > 155 ? [column] : []));
      expect(bright[0]).toBe(i);
      expect(bright.at(-1)).toBe(i + 15);
    });
  });

  it('states its colours in the container and in the stream', async () => {
    const { path } = await write(ffmpeg, 5);
    const words = await about(ffmpeg, path);
    expect(words).toMatch(/Video: h264 \(High\).* yuv420p\(tv, bt709/);
    expect(words).toContain('color_range:tv color_space:bt709 color_primaries:bt709 color_trc:bt709');
    const stream = at('stream.h264');
    await runFfmpeg(ffmpeg, { path, format: 'mp4' }, ['-c', 'copy', '-f', 'h264', '-y', stream]);
    const bare = spawnSync(ffmpeg, ['-i', stream], { encoding: 'utf8' }).stderr;
    expect(bare).toMatch(/yuv420p\(tv, bt709/);
  });

  it('begins at zero, and players need not have all of it', async () => {
    const { path } = await write(ffmpeg, 30, { frames: 30, audio: { path: media.at('beeps.wav') } });
    const words = await about(ffmpeg, path);
    expect(words).toMatch(/start: 0\.000000/);
    expect(/n: *0 .*pts_time:(\S+)/.exec(words)?.[1]).toBe('0');
    const start = readFileSync(path).subarray(0, 64).toString('latin1');
    expect(start).toContain('moov');
  });

  it.each(['wav', 'mp3', 'm4a', 'webm'])('keeps the sound of %s where it was', async (extension) => {
    const sounding = { audio: { path: media.at(`beeps.${extension}`) } };
    // The audio is encoded with the frames, or after them if their number is unknown.
    for (const options of [{ frames: 50 }, {}]) {
      const { path, audio } = await write(ffmpeg, 50, { ...sounding, ...options });
      expect(audio).toBe('encoded');
      const beepTimes = onsets(await sound(ffmpeg, path));
      expect(beepTimes).toHaveLength(BEEPS.length);
      beepTimes.forEach((time, i) => {
        expect(Math.abs(time - BEEPS[i]!)).toBeLessThan(0.005);
      });
    }
  });

  it('cuts the sound, or fills it with silence, to the length of the pictures', async () => {
    for (const frames of [20, 90]) {
      const { path } = await write(ffmpeg, frames, { frames, audio: { path: media.at('beeps.mp3') } });
      expect(Math.abs((await audioDuration(ffmpeg, path)) - frames / 25)).toBeLessThan(0.025);
    }
  });

  it('leaves out the beginning of the sound where asked to', async () => {
    const { path } = await write(ffmpeg, 30, {
      frames: 30,
      audio: { path: media.at('beeps.mp3'), start: 1 },
    });
    const [first] = onsets(await sound(ffmpeg, path));
    expect(Math.abs(first! - 0.1)).toBeLessThan(0.005);
  });

  it('copies packets of sound as they are', async () => {
    const packets = async (path: string) => {
      await runFfmpeg(ffmpeg, { path, format: 'mp4' }, [
        '-map',
        '0:a',
        '-c',
        'copy',
        '-f',
        'md5',
        '-y',
        at('md5'),
      ]);
      return readFileSync(at('md5'), 'utf8');
    };
    const source = media.at('beeps.m4a');
    const written = await write(ffmpeg, 50, { audio: { path: source, copy: { pictureStart: 0 } } });
    expect(written.audio).toBe('copied');
    expect(await packets(written.path)).toBe(await packets(source));
    const beepTimes = onsets(await sound(ffmpeg, written.path));
    expect(Math.abs(beepTimes[0]! - BEEPS[0]!)).toBeLessThan(0.005);
  });

  it('writes 29.97 frames a second as they are meant', async () => {
    const { path, duration } = await write(ffmpeg, 30, { fps: 29.97 });
    expect(duration).toBeCloseTo(1.001, 6);
    const track = await readFilmTrack(path);
    expect(track!.timescale / track!.frameTicks!).toBeCloseTo(30_000 / 1001, 9);
    expect(await readAll(ffmpeg, path, 29.97)).toHaveLength(30);
  });

  it('fades picture and sound in and out', async () => {
    const audio = { path: media.at('beeps.wav') };
    const { path } = await write(ffmpeg, 50, { audio, frames: 50, fade: 0.4 });
    const middle = (await readAll(ffmpeg, path)).map((frame) => frame[60 * WIDTH + 150]!);
    expect(middle[0]).toBeLessThan(19);
    expect(middle[5]! - 16).toBeGreaterThan(0.4 * 74);
    expect(middle[5]! - 16).toBeLessThan(0.6 * 74);
    expect(Math.abs(middle[25]! - 90)).toBeLessThan(3);
    expect(middle[49]).toBeLessThan(19);
    const samples = await sound(ffmpeg, path);
    const loudest = (from: number, to: number) =>
      samples
        .subarray(from * SAMPLE_RATE, to * SAMPLE_RATE)
        .reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    expect(loudest(1.72, 1.77)).toBeLessThan(0.8 * loudest(1.1, 1.15));
  });

  it('writes its chapters with any titles', async () => {
    const chapters = [
      { title: 'One; [CHAPTER] = #1 \\', start: 0, end: 0.5 },
      { title: 'Zwei\nSTART=0', start: 0.5, end: 1 },
    ];
    const { path } = await write(ffmpeg, 25, { chapters });
    const words = (await about(ffmpeg, path)).split('Stream mapping')[0]!;
    expect(words.match(/Chapter #\d+:\d+/g)).toHaveLength(2);
    expect(words).toMatch(/start 0\.5000*, end 1\.0000*/);
    expect(words).toContain('One; [CHAPTER] = #1 \\');
    expect(words).toContain('Zwei START=0');
  });

  it('shows captions while they are said', async () => {
    const captions = [{ start: 0.2, end: 0.6, text: "Hello <i>you</i>, {\\an8}: %{n} it's me" }];
    const { path } = await write(ffmpeg, 25, { captions });
    const white = (await readAll(ffmpeg, path)).map(
      (frame) =>
        frame.subarray(90 * WIDTH, 116 * WIDTH).filter((value, i) => value > 225 && i % WIDTH < 60).length,
    );
    // 0.2 s is the beginning of frame 5, 0.6 s that of frame 15.
    expect(white.map((count) => count > 20)).toEqual(Array.from({ length: 25 }, (_, i) => i >= 5 && i < 15));
  });

  it('leaves nothing behind when it is given up', async () => {
    const path = at('given-up.mp4');
    const controller = new AbortController();
    const writer = await openClipWriter(ffmpeg, {
      path,
      ...SIZE,
      fps: 25,
      audio: null,
      signal: controller.signal,
    });
    for (let i = 0; i < 40; i++) await writer.write(picture(i));
    controller.abort(new Error('Cancelled'));
    await expect(writer.write(picture(40))).rejects.toThrow('Cancelled');
    await writer.abort();
    expect([existsSync(path), existsSync(`${path}.pictures`)]).toEqual([false, false]);
  });

  it.skipIf(smallDisk === null)('says so where the disk is full, and leaves nothing', async () => {
    const path = join(smallDisk!, 'clip.mp4');
    const writer = await openClipWriter(ffmpeg, { path, ...SIZE, fps: 25, audio: null, crf: 1 });
    const noise = new Uint8Array((WIDTH * HEIGHT * 3) / 2);
    const writeOn = async () => {
      for (let i = 0; i < 200; i++) {
        noise.forEach((_, at) => {
          noise[at] = 16 + ((at * 7919 + i * 104_729) % 211);
        });
        await writer.write(noise);
      }
      await writer.finish();
    };
    await expect(writeOn()).rejects.toMatchObject({ code: 'storage_full' });
    await writer.abort();
    expect(readdirSync(smallDisk!)).toEqual([]);
  });

  it('rejects a wrong number of frames', async () => {
    const audio = { path: media.at('beeps.wav') };
    await expect(write(ffmpeg, 5, { audio, frames: 6 })).rejects.toThrow('Expected 6 frames, received 5');
    expect(readdirSync(folder).filter((name) => name.endsWith('.pictures'))).toEqual([]);
  });

  it('reports unreadable audio', async () => {
    await expect(write(ffmpeg, 5, { frames: 5, audio: { path: at('none.wav') } })).rejects.toThrow('ENOENT');
    const audio = { path: at('broken.wav') };
    writeFileSync(audio.path, readFileSync(media.at('beeps.wav')).subarray(0, 20));
    await expect(write(ffmpeg, 5, { frames: 5, audio })).rejects.toMatchObject({ code: 'encoding_failed' });
    await expect(write(ffmpeg, 5, { audio: { path: at('none.wav') } })).rejects.toThrow('ENOENT');
  });
});
