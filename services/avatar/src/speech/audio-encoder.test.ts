import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { findFfmpeg } from '../media/ffmpeg/find-ffmpeg.js';
import { createAudioEncoder } from './audio-encoder.js';
import { audioFormats } from './audio-writer.js';

const dir = mkdtempSync(join(tmpdir(), 'anima-audio-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));
const ffmpeg = (await findFfmpeg(process.env.FFMPEG_PATH))!;

/** A second of 440 Hz at half loudness. */
const tone = Float32Array.from(
  { length: 24_000 },
  (_, i) => 0.5 * Math.sin((2 * Math.PI * 440 * i) / 24_000),
);

async function write(name: string, format: (typeof audioFormats)[number], output = 24_000): Promise<string> {
  const path = join(dir, name);
  const writer = await createAudioEncoder(ffmpeg).open(path, format, { input: 24_000, output });
  for (let at = 0; at < tone.length; at += 5_000) await writer.write(tone.subarray(at, at + 5_000));
  await writer.finish();
  return path;
}

/** Decodes a file at 24 kHz, like a player. */
function decode(path: string): Float32Array {
  const { stdout, status } = spawnSync(
    ffmpeg,
    ['-loglevel', 'error', '-i', path, '-f', 'f32le', '-ac', '1', '-ar', '24000', 'pipe:1'],
    { maxBuffer: 1 << 24 },
  );
  expect(status).toBe(0);
  return new Float32Array(stdout.buffer, stdout.byteOffset, stdout.length >> 2);
}

/** Strength of the tone in the sound, 0.5 when it is all there. */
function toneIn(samples: Float32Array): number {
  let real = 0;
  let imaginary = 0;
  for (let i = 0; i < samples.length; i++) {
    const phase = (2 * Math.PI * 440 * i) / 24_000;
    real += samples[i]! * Math.cos(phase);
    imaginary += samples[i]! * Math.sin(phase);
  }
  return (2 * Math.hypot(real, imaginary)) / samples.length;
}

describe('sound into files', () => {
  it.each(audioFormats)('%s sounds as it went in', async (format) => {
    const sound = decode(await write(`tone.${format}`, format));
    expect(sound.length / 24_000).toBeCloseTo(1, 0);
    expect(toneIn(sound.subarray(4_000, 20_000))).toBeCloseTo(0.5, 1);
  });

  it('resamples where another rate is wanted', async () => {
    const header = readFileSync(await write('low.wav', 'wav', 16_000));
    expect(header.readUInt32LE(24)).toBe(16_000);
    expect(toneIn(decode(join(dir, 'low.wav')))).toBeCloseTo(0.5, 1);
  });

  it('writes the sizes of a WAV header and clips loud samples', async () => {
    const path = join(dir, 'loud.wav');
    const writer = await createAudioEncoder(null).open(path, 'wav', { input: 24_000, output: 24_000 });
    await writer.write(Float32Array.of(2, -2, 0));
    await writer.finish();
    const file = readFileSync(path);
    expect(file.length).toBe(44 + 6);
    expect([file.readUInt32LE(4), file.readUInt32LE(40)]).toEqual([42, 6]);
    expect([file.readInt16LE(44), file.readInt16LE(46), file.readInt16LE(48)]).toEqual([32_767, -32_767, 0]);
  });

  it.each(['wav', 'mp3'] as const)('leaves nothing of a %s file that is given up', async (format) => {
    const path = join(dir, `aborted.${format}`);
    const writer = await createAudioEncoder(ffmpeg).open(path, format, { input: 24_000, output: 24_000 });
    await writer.write(tone);
    await writer.abort();
    expect(existsSync(path)).toBe(false);
  });

  it('reports a missing ffmpeg and its failures', async () => {
    const rates = { input: 24_000, output: 24_000 };
    await expect(createAudioEncoder(null).open(join(dir, 'x.mp3'), 'mp3', rates)).rejects.toMatchObject({
      code: 'encoder_missing',
    });
    const writer = await createAudioEncoder(ffmpeg).open(join(dir, 'no', 'such', 'x.mp3'), 'mp3', rates);
    await expect(
      (async () => {
        for (let i = 0; i < 50; i++) await writer.write(tone);
        await writer.finish();
      })(),
    ).rejects.toMatchObject({ code: 'encoding_failed' });
    expect(await findFfmpeg('/no/such/ffmpeg')).toBeNull();
  });
});
