import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestMedia, type TestMedia } from '../testing/test-media.js';
import { startTestService, type TestService } from '../testing/test-service.js';

let service: TestService;
let media: TestMedia;
beforeAll(async () => {
  media = await createTestMedia();
  service = await startTestService({ AVATAR_FILE_ROOTS: media.at('.') });
});
afterAll(async () => {
  await service.close();
  media.remove();
});

interface Clip {
  output_path: string;
  result: { duration: number; fps: number; frames: number; width: number; height: number };
}

async function render(body: Record<string, unknown>, path = '/lipsync/generate'): Promise<Clip> {
  const accepted = await service.post(path, body);
  expect(accepted.body).toMatchObject({ status: 'queued' });
  let job: Partial<Clip> & { status?: string; error?: unknown } = {};
  await vi.waitFor(
    async () => {
      job = (await service.get(accepted.body.status_url)).body;
      expect(['queued', 'running']).not.toContain(job.status);
    },
    { timeout: 90_000, interval: 30 },
  );
  expect(job.error).toBeUndefined();
  return job as Clip;
}

/** The frames of a clip, each [height x width x channels]. */
function framesOf({ output_path, result }: Clip, format: 'gray' | 'rgb24' = 'gray'): Buffer[] {
  media.run('-i', output_path, '-f', 'rawvideo', '-pix_fmt', format, media.at('frames.raw'));
  const all = readFileSync(media.at('frames.raw'));
  const bytes = result.width * result.height * (format === 'gray' ? 1 : 3);
  const frames = Array.from({ length: all.length / bytes }, (_, i) =>
    all.subarray(i * bytes, (i + 1) * bytes),
  );
  expect(frames).toHaveLength(result.frames);
  return frames;
}

/** Left, top, right and bottom as shares of the picture. */
type Area = readonly [left: number, top: number, right: number, bottom: number];

/** Values of a grey frame in an area. */
function within(
  frame: Buffer,
  { width, height }: Clip['result'],
  [left, top, right, bottom]: Area,
): number[] {
  const values: number[] = [];
  for (let y = Math.round(top * height); y < Math.round(bottom * height); y++)
    for (let x = Math.round(left * width); x < Math.round(right * width); x++)
      values.push(frame[y * width + x]!);
  return values;
}
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const apart = (one: readonly number[], other: readonly number[]) =>
  one.map((value, i) => Math.abs(value - other[i]!));

/** How much an area changes, in levels of grey: the mean distance of its frames from the first. */
function movement(clip: Clip, area: Area): number {
  const frames = framesOf(clip).map((frame) => within(frame, clip.result, area));
  return mean(frames.map((frame) => mean(apart(frame, frames[0]!))));
}

const still = { blink: false, head_motion: 0 };

describe('text', () => {
  it('may be 20,000 characters long', { timeout: 60_000 }, async () => {
    const text = 'word '.repeat(4_000);
    const { status, body } = await service.post('/lipsync/generate', { text, face: 'leo' });
    expect(status).toBe(202);
    expect((await service.request('DELETE', body.status_url)).status).toBe(200);
    expect((await service.get(body.status_url)).body.status).toBe('cancelled');
  });
});

describe('of two people', () => {
  const LEFT_MOUTH: Area = [0.12, 0.5, 0.38, 0.9];
  const RIGHT_MOUTH: Area = [0.62, 0.5, 0.88, 0.9];

  it.each(['picture', 'clip'])('in a %s the one at face_at speaks', { timeout: 120_000 }, async (kind) => {
    const { faces } = (await service.get('/catalog')).body;
    const [ada, leo] = ['ada-portrait', 'leo-portrait'].map(
      (name) => faces.find((face: { name: string }) => face.name === name).path as string,
    );
    const both = media.at('both.png');
    media.run(
      '-i',
      ada!,
      '-i',
      leo!,
      '-filter_complex',
      '[0]scale=256:256[a];[1]scale=256:256[b];[a][b]hstack',
      both,
    );
    media.run('-loop', '1', '-t', '1', '-i', both, '-r', '10', '-pix_fmt', 'yuv420p', media.at('both.mp4'));
    const source = kind === 'picture' ? both : media.at('both.mp4');
    const moved: Record<string, string> = {};
    for (const [side, x] of [
      ['left', 0.25],
      ['right', 0.75],
    ] as const) {
      const options = { ...still, fps: 10, face_at: { x, y: 0.5 } };
      const clip = await render({ text: 'Mama, wow!', source_path: source, options });
      const [left, right] = [movement(clip, LEFT_MOUTH), movement(clip, RIGHT_MOUTH)];
      moved[side] = left > 4 * right ? 'left' : right > 4 * left ? 'right' : `left ${left}, right ${right}`;
    }
    expect(moved).toEqual({ left: 'left', right: 'right' });
  });
});

describe('behind a head', () => {
  /** Mean colours of the corners: top left, top right, bottom left, bottom right. */
  async function corners(background: unknown): Promise<number[][]> {
    const options = { ...still, fps: 10, width: 128, background };
    const clip = await render({ audio_path: media.at('blip.wav'), face: 'leo', options });
    const [frame] = framesOf(clip, 'rgb24');
    const side = 6;
    const at = (left: number, top: number) =>
      [0, 1, 2].map((channel) => {
        const values = [];
        for (let y = top; y < top + side; y++)
          for (let x = left; x < left + side; x++) values.push(frame![3 * (y * 128 + x) + channel]!);
        return Math.round(mean(values));
      });
    return [at(0, 0), at(128 - side, 0), at(0, 128 - side), at(128 - side, 128 - side)];
  }
  const near = (found: readonly number[], expected: readonly number[]) =>
    expect(Math.max(...apart(found, expected)), `${found} for ${expected}`).toBeLessThanOrEqual(10);

  beforeAll(async () => {
    media.run('-f', 'lavfi', '-i', 'sine=duration=0.01', media.at('blip.wav'));
    const halves = Buffer.from(
      '<svg width="300" height="200"><rect width="150" height="200" fill="#c02020"/><rect x="150" width="150" height="200" fill="#2020c0"/></svg>',
    );
    await sharp(halves).png().toFile(media.at('halves.png'));
  });

  it('is the requested one', { timeout: 60_000 }, async () => {
    const [leftTop, rightTop] = await corners('green');
    near(leftTop!, [0, 255, 0]);
    near(rightTop!, [0, 255, 0]);
    near((await corners('#336699'))[1]!, [0x33, 0x66, 0x99]);
    const gradient = await corners({ top: '#f0f0f0', bottom: '#102030' });
    near(gradient[0]!, [0xea, 0xeb, 0xec]);
    // The shoulders may reach the lower corners; the colour of the upper corners depends on their height.
    near(gradient[1]!, [0xea, 0xeb, 0xec]);
    const picture = await corners({ picture_path: media.at('halves.png') });
    near(picture[0]!, [0xc0, 0x20, 0x20]);
    near(picture[1]!, [0x20, 0x20, 0xc0]);
  });
});

describe('frames', () => {
  it.each([
    [29.97, 64],
    [60, 64],
    [10, 2_048],
  ])('come at %d a second, %d pixels wide', { timeout: 60_000 }, async (fps, width) => {
    media.run('-f', 'lavfi', '-i', 'sine=duration=0.2', media.at('fifth.wav'));
    const options = { fps, width };
    const clip = await render({ audio_path: media.at('fifth.wav'), face: 'leo', options });
    expect(clip.result).toMatchObject({ fps, width, height: width, frames: Math.ceil(0.2 * fps) });
    expect(framesOf(clip)).toHaveLength(clip.result.frames);
    expect(clip.result.duration).toBeCloseTo(clip.result.frames / fps, 2);
  });

  it('come out of black and go back to it', { timeout: 60_000 }, async () => {
    const options = { fps: 10, width: 64, fade: 0.5 };
    const clip = await render({ text: 'Out of the dark, into the dark.', face: 'leo', options });
    const light = framesOf(clip).map((frame) => mean([...frame]));
    const middle = light[Math.floor(light.length / 2)]!;
    expect(middle).toBeGreaterThan(60);
    expect(light[0]!).toBeLessThan(0.1 * middle);
    expect(light.at(-1)!).toBeLessThan(0.3 * middle);
    expect(light.slice(0, 6)).toEqual(light.slice(0, 6).sort((one, other) => one - other));
  });

  it('show the words while they are spoken', { timeout: 60_000 }, async () => {
    const body = { text: 'Look at this. [pause 3s] And at that.', face: 'leo', seed: 1 };
    const options = { fps: 10, width: 256 };
    const bare = await render({ ...body, options });
    const burnt = await render({ ...body, options: { ...options, captions: 'burnt' } });
    const [without, withWords] = [framesOf(bare), framesOf(burnt)];
    const inked = (frame: number, area: Area) =>
      apart(within(withWords[frame]!, burnt.result, area), within(without[frame]!, bare.result, area)).filter(
        (difference) => difference > 60,
      ).length;
    const [foot, rest]: [Area, Area] = [
      [0, 0.7, 1, 1],
      [0, 0, 1, 0.7],
    ];
    expect(inked(5, foot)).toBeGreaterThan(300);
    // Within the pause, well after the first caption may disappear.
    expect(inked(28, foot)).toBe(0);
    expect(inked(withWords.length - 3, foot)).toBeGreaterThan(300);
    for (const frame of [5, 28, withWords.length - 3]) expect(inked(frame, rest)).toBe(0);
  });
});

describe('a file of sound', () => {
  const options = { ...still, fps: 10, width: 128 };
  /** Area from the nose to the chin. */
  const MOUTH: Area = [0.3, 0.45, 0.7, 0.75];

  it('shorter than a frame makes one frame', { timeout: 60_000 }, async () => {
    media.run('-f', 'lavfi', '-i', 'sine=duration=0.005', media.at('click.wav'));
    const clip = await render({ audio_path: media.at('click.wav'), face: 'leo', options });
    expect(clip.result).toMatchObject({ frames: 1, duration: 0.1 });
    expect(framesOf(clip)).toHaveLength(1);
  });

  it('moves the mouth by the speech and not by the recording level', { timeout: 120_000 }, async () => {
    const text = 'Maybe my mother bought five apples.';
    const speech = await render({ text, format: 'wav' }, '/tts/generate');
    const recordings: Record<string, string[]> = {
      plain: ['-af', 'anull'],
      loud: ['-af', 'volume=40dB', '-c:a', 'pcm_s16le'],
      shifted: ['-af', 'dcshift=0.4,volume=-6dB'],
      silent: ['-af', 'volume=0'],
      nothing: ['-af', 'volume=0,dcshift=0.4'],
    };
    const moved: Record<string, number> = {};
    for (const [name, filter] of Object.entries(recordings)) {
      media.run('-i', speech.output_path, ...filter, media.at(`${name}.wav`));
      moved[name] = movement(
        await render({ audio_path: media.at(`${name}.wav`), face: 'leo', options }),
        MOUTH,
      );
    }
    for (const name of ['loud', 'shifted']) {
      expect(moved[name]! / moved.plain!, JSON.stringify(moved)).toBeGreaterThan(0.6);
      expect(moved[name]! / moved.plain!, JSON.stringify(moved)).toBeLessThan(1.6);
    }
    for (const name of ['silent', 'nothing'])
      expect(moved[name]! / moved.plain!, JSON.stringify(moved)).toBeLessThan(0.4);
  });
});
