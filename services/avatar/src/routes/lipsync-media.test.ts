import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { findFfmpeg } from '../adapters/ffmpeg/find-ffmpeg.js';
import { runFfmpeg } from '../adapters/ffmpeg/run-ffmpeg.js';
import { makeOddMedia } from '../testing/odd-media.js';
import { createTestMedia, type TestMedia } from '../testing/test-media.js';
import { startTestService, type TestService } from '../testing/test-service.js';

/** What becomes of each bad or odd file as `source_path`, and as `audio_path`: a clip, or a refusal with this code. */
const outcomes: Record<string, [seen: string, heard: string]> = {
  // Pictures.
  'one-pixel.png': ['media_unreadable', 'media_unreadable'],
  '8k.jpg': ['clip', 'media_unreadable'],
  'no-face.jpg': ['face_missing', 'media_unreadable'],
  'two-faces.jpg': ['clip', 'media_unreadable'],
  'profile.jpg': ['face_missing', 'media_unreadable'],
  'far-away.jpg': ['face_missing', 'media_unreadable'],
  'see-through.png': ['clip', 'media_unreadable'],
  'cmyk.jpg': ['clip', 'media_unreadable'],
  'exif-turned.jpg': ['clip', 'media_unreadable'],
  '16-bit.png': ['clip', 'media_unreadable'],
  'grey.png': ['clip', 'media_unreadable'],
  'moving.webp': ['clip', 'media_unreadable'],
  'huge.png': ['media_unreadable', 'media_unreadable'],
  'half.jpg': ['media_unreadable', 'media_unreadable'],
  'picture-named.mp4': ['clip', 'media_unreadable'],
  // Clips.
  'turned-90.mp4': ['clip', 'clip'],
  'turned-180.mp4': ['clip', 'clip'],
  'turned-270.mp4': ['clip', 'clip'],
  'odd-size.mp4': ['clip', 'clip'],
  '4-4-4.mp4': ['clip', 'clip'],
  '10-bit.mp4': ['clip', 'clip'],
  'hdr10.mp4': ['clip', 'clip'],
  'hlg.mp4': ['clip', 'clip'],
  'full-range.mp4': ['clip', 'clip'],
  'bt601.mp4': ['clip', 'clip'],
  'interlaced.mp4': ['clip', 'clip'],
  'anamorphic.mp4': ['clip', 'clip'],
  'silent.mp4': ['clip', 'media_unreadable'],
  'one-frame.mp4': ['clip', 'media_unreadable'],
  'fast.mp4': ['clip', 'media_unreadable'],
  'varying.mkv': ['clip', 'media_unreadable'],
  'moving.gif': ['clip', 'media_unreadable'],
  'before-zero.mkv': ['clip', 'clip'],
  'late.mkv': ['clip', 'clip'],
  'webm.webm': ['clip', 'clip'],
  '8k.mp4': ['clip', 'media_unreadable'],
  'two-tracks.mkv': ['clip', 'clip'],
  'two-people.mp4': ['clip', 'clip'],
  'cuts.mp4': ['clip', 'clip'],
  'grows.webm': ['clip', 'media_unreadable'],
  'nobody.mp4': ['face_missing', 'media_unreadable'],
  'one-pixel.mkv': ['face_missing', 'media_unreadable'],
  'clip-named.png': ['clip', 'clip'],
  // Clips that lack something. Whole is asked of what is seen; sound that breaks off is heard as far as it goes.
  'breaks-off.mp4': ['media_unreadable', 'clip'],
  'breaks-off.webm': ['media_unreadable', 'clip'],
  'no-moov.mp4': ['media_unreadable', 'media_unreadable'],
  'flipped-bytes.mp4': ['face_missing', 'clip'],
  'huge-size.mp4': ['clip', 'clip'],
  'huge-frames.webm': ['media_unreadable', 'clip'],
  'sound-only.mp4': ['media_unreadable', 'clip'],
  'zero-frames.mp4': ['media_unreadable', 'media_unreadable'],
  // Sounds.
  'cover.mp3': ['media_unreadable', 'clip'],
  'silence.wav': ['media_unreadable', 'clip'],
  'six-channels.flac': ['media_unreadable', 'clip'],
  '8-bit-8-khz.wav': ['media_unreadable', 'clip'],
  'endless.wav': ['media_unreadable', 'clip'],
  'noise.mp3': ['media_unreadable', 'media_unreadable'],
  // Neither.
  'empty.mp4': ['media_unreadable', 'media_unreadable'],
  'text.mp4': ['media_unreadable', 'media_unreadable'],
  'folder.mp4': ['media_unreadable', 'media_unreadable'],
  'playlist.mp4': ['media_unreadable', 'media_unreadable'],
  'concat.mp4': ['media_unreadable', 'media_unreadable'],
  'zeros.mp4': ['media_unreadable', 'media_unreadable'],
};
const names = Object.keys(outcomes);

let service: TestService;
let media: TestMedia;
let made: string[];
beforeAll(async () => {
  media = await createTestMedia();
  made = (await makeOddMedia(media)).map(({ name }) => name);
  service = await startTestService({ AVATAR_FILE_ROOTS: media.at('.') });
}, 180_000);
afterAll(async () => {
  await service.close();
  media.remove();
});

interface Scene {
  id: string;
  status: string;
  output_path: string;
  /** Seconds. */
  duration: number;
  error?: { code: string };
}

/** What is tested is what comes of them, not how they look. */
const small = { width: 64, fps: 10 };

/** All scenes in one batch: a bad one must not stop the rest. */
async function renderAll(scenes: Record<string, unknown>[]): Promise<Scene[]> {
  const accepted = await service.post('/lipsync/generate/batch', { scenes, defaults: { options: small } });
  expect(accepted.status).toBe(202);
  let job: { status: string; scenes: Scene[] } = { status: 'queued', scenes: [] };
  await vi.waitFor(
    async () => {
      job = (await service.get(accepted.body.status_url)).body;
      expect(['queued', 'running']).not.toContain(job.status);
    },
    { timeout: 400_000, interval: 100 },
  );
  expect(job.status).toBe('succeeded');
  return job.scenes;
}

async function outcomeOf({ status, error, output_path, duration }: Scene): Promise<string> {
  if (status !== 'succeeded') return error!.code;
  const frames = await countFrames(output_path);
  const told = duration * small.fps;
  return frames === told && frames > 0 ? 'clip' : `${frames} of ${told} frames`;
}

async function countFrames(path: string): Promise<number> {
  const { words, succeeded } = await runFfmpeg((await findFfmpeg(undefined))!, { path, format: 'mp4' }, [
    ...['-stats', '-map', '0:v:0', '-f', 'null', '-'],
  ]);
  expect(succeeded).toBe(true);
  return Number([...words.matchAll(/frame=\s*(\d+)/g)].at(-1)![1]);
}

/** Alone each one that cannot be used is refused at once, in words that say what would do. */
async function refusalsOf(bodies: Record<string, unknown>[]): Promise<string[]> {
  const codes = [];
  for (const body of bodies) {
    const { status, body: problem } = await service.post('/lipsync/generate', body);
    expect(problem.detail, JSON.stringify(body)).toMatch(/^Expected .*(received|found) /);
    codes.push(`${status} ${problem.code}`);
  }
  return codes;
}

async function expectLife(): Promise<void> {
  expect((await service.get('/health')).body).toEqual({ status: 'ok' });
  const [scene] = await renderAll([{ text: 'Still here.', face: 'leo' }]);
  expect(await outcomeOf(scene!)).toBe('clip');
  expect(service.log().filter(({ level }) => level === 'error')).toEqual([]);
  expect(readdirSync(join(service.dataDir, 'media', 'video')).filter((name) => name.startsWith('.'))).toEqual(
    [],
  );
}

it('has a row for each file of the corpus', () => {
  expect(names.sort()).toEqual(made.sort());
});

describe.each([
  ['seen', 0, { text: 'Hi.' }, 'source_path'],
  ['heard', 1, { face: 'leo' }, 'audio_path'],
] as const)('a bad or odd file that is to be %s', (_what, column, rest, field) => {
  const expected = Object.fromEntries(names.map((name) => [name, outcomes[name]![column]]));
  const refused = names.filter((name) => expected[name] !== 'clip');

  it('is refused at once where it cannot be', { timeout: 120_000 }, async () => {
    const codes = await refusalsOf(refused.map((name) => ({ ...rest, [field]: media.at(name) })));
    expect(Object.fromEntries(refused.map((name, i) => [name, codes[i]]))).toEqual(
      Object.fromEntries(refused.map((name) => [name, `422 ${expected[name]}`])),
    );
  });

  it('gives a clip, or a reason, and stops nothing else', { timeout: 600_000 }, async () => {
    const found = await renderAll(names.map((name) => ({ ...rest, id: name, [field]: media.at(name) })));
    const became: Record<string, string> = {};
    for (const scene of found) became[scene.id] = await outcomeOf(scene);
    expect(became).toEqual(expected);
    await expectLife();
  });
});
