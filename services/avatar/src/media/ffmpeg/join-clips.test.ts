import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFrame, planesOf } from '@anima/face';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ffmpegBuilds } from '../../testing/ffmpeg-builds.js';
import { createTestMedia, H264, type TestMedia } from '../../testing/test-media.js';
import { openClipReader } from './clip-reader.js';
import { openClipWriter } from './clip-writer.js';
import { decodeAudio } from './decode-audio.js';
import { type FilmClip, joinClips } from './join-clips.js';

const SIZE = { width: 64, height: 48 };
const FPS = 29.97;
const SAMPLE_RATE = 48_000;
/** Seconds of its scene at which a short tone sounds. */
const BEEP = 0.1;
/** Frames of each scene. */
const LENGTHS = [13, 7, 22, 9, 30, 11, 8, 17, 12, 21];

const builds = await ffmpegBuilds();
let media: TestMedia;
const folder = mkdtempSync(join(tmpdir(), "anima-join 'x' "));
const at = (name: string) => join(folder, name);

beforeAll(async () => {
  media = await createTestMedia();
  const tone = `sin(4400*t)*between(t,${BEEP},${BEEP + 0.05})`;
  media.run('-f', 'lavfi', '-i', `aevalsrc='${tone}':s=48000:d=2`, media.at('beep.wav'));
});
afterAll(() => {
  media.remove();
  rmSync(folder, { recursive: true });
});

/** A scene whose frames are as bright as their place in the film. */
async function scene(ffmpeg: string, first: number, frames: number): Promise<FilmClip> {
  const path = at(`it's scene ${crypto.randomUUID()}.mp4`);
  const writer = await openClipWriter(ffmpeg, {
    path,
    ...SIZE,
    fps: FPS,
    audio: { path: media.at('beep.wav') },
  });
  const frame = createFrame(SIZE.width, SIZE.height);
  frame.bytes.fill(128);
  for (let i = 0; i < frames; i++) {
    planesOf(frame).y.fill(30 + first + i);
    await writer.write(frame.bytes);
  }
  await writer.finish();
  return { path, title: `FilmClip at ${first}` };
}

async function brightness(ffmpeg: string, path: string, fps: number): Promise<number[]> {
  const reader = await openClipReader(ffmpeg, { path, format: 'mp4' }, { ...SIZE, fps, fit: 'cover' });
  const frame = createFrame(SIZE.width, SIZE.height);
  const found: number[] = [];
  while (await reader.read(frame.bytes)) {
    const { y } = planesOf(frame);
    found.push(Math.round(y.reduce((sum, value) => sum + value, 0) / y.length));
  }
  return found;
}

async function beeps(ffmpeg: string, path: string): Promise<number[]> {
  const found: number[] = [];
  let sample = 0;
  let last = -Infinity;
  for await (const chunk of decodeAudio(ffmpeg, path, { sampleRate: SAMPLE_RATE })) {
    for (const value of chunk) {
      if (Math.abs(value) >= 0.2) {
        if (sample - last > SAMPLE_RATE / 10) found.push(sample / SAMPLE_RATE);
        last = sample;
      }
      sample++;
    }
  }
  return found;
}

describe.each(builds)('scenes joined with the ffmpeg of $name', ({ ffmpeg }) => {
  it('follow one another without a frame too many and with their sound in its place', async () => {
    const scenes: FilmClip[] = [];
    const starts: number[] = [];
    let frames = 0;
    for (const length of LENGTHS) {
      scenes.push(await scene(ffmpeg, frames, length));
      starts.push(frames);
      frames += length;
    }
    const path = at('film.mp4');
    const film = await joinClips(ffmpeg, scenes, { path });
    expect(film).toMatchObject({ frames, reencoded: false, audio: 'copied' });
    const seen = await brightness(ffmpeg, path, FPS);
    expect(seen).toHaveLength(frames);
    seen.forEach((value, i) => {
      expect(Math.abs(value - (30 + i))).toBeLessThanOrEqual(1);
    });
    const beepTimes = await beeps(ffmpeg, path);
    expect(beepTimes).toHaveLength(LENGTHS.length);
    beepTimes.forEach((time, i) => {
      expect(Math.abs(time - (starts[i]! * 1.001) / 30 - BEEP)).toBeLessThan(0.005);
    });
    const args = ['-hide_banner', '-i', path, '-vf', 'showinfo', '-f', 'null', '-'];
    const words = spawnSync(ffmpeg, args, { encoding: 'utf8' }).stderr;
    const times = [...words.matchAll(/pts_time:(\S+)/g)].map(([, time]) => Number(time));
    times.slice(1).forEach((time, i) => {
      expect(time - times[i]!).toBeCloseTo(1.001 / 30, 4);
    });
    const about = words.split('Stream mapping')[0]!;
    expect(about.match(/Chapter #/g)).toHaveLength(LENGTHS.length);
    expect(about).toContain('FilmClip at 20');
    expect(readdirSync(folder).filter((name) => name.startsWith('film.mp4.'))).toEqual([]);
  });

  it('of other sizes and kinds are brought to the first, with bars and silence', async () => {
    const wide = media.make(`${crypto.randomUUID()}.mkv`, '-vf', 'scale=128:32,setsar=1', ...H264);
    const silent = media.make(`${crypto.randomUUID()}.gif`, '-an', '-r', '10');
    const scenes = [
      await scene(ffmpeg, 0, 15),
      { path: wide, title: 'Wide' },
      { path: silent, title: 'Silent' },
    ];
    const path = at(`${crypto.randomUUID()}.mp4`);
    const film = await joinClips(ffmpeg, scenes, { path });
    expect(film.reencoded).toBe(true);
    // A second of 25 frames becomes 30, the GIF of 11 at 10 a second 33.
    expect(film.frames).toBe(15 + 30 + 33);
    expect(await brightness(ffmpeg, path, FPS)).toHaveLength(film.frames);
    const reader = await openClipReader(ffmpeg, { path, format: 'mp4' }, { ...SIZE, fps: FPS, fit: 'cover' });
    const frame = createFrame(SIZE.width, SIZE.height);
    for (let i = 0; i < 30; i++) await reader.read(frame.bytes);
    reader.close();
    const rows = [2, 24, 45].map((row) => Math.max(...frame.bytes.subarray(row * 64, (row + 1) * 64)));
    expect(rows[0]).toBeLessThan(25);
    expect(rows[1]).toBeGreaterThan(100);
    expect(rows[2]).toBeLessThan(25);
    expect((await beeps(ffmpeg, path))[0]).toBeCloseTo(BEEP, 2);
  });

  it('leave no file of a failed film', async () => {
    const scenes = [await scene(ffmpeg, 0, 5), { path: media.at('beep.wav'), title: 'No picture' }];
    const path = at('failed.mp4');
    await expect(joinClips(ffmpeg, scenes, { path })).rejects.toMatchObject({ code: 'media_unreadable' });
    expect(readdirSync(folder).filter((name) => name.startsWith('failed'))).toEqual([]);
  });
});
