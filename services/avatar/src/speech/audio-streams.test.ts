import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, describe, expect, it } from 'vitest';
import { findFfmpeg } from '../media/ffmpeg/find-ffmpeg.js';
import { createAudioStreams } from './audio-streams.js';

const folder = mkdtempSync(join(tmpdir(), 'anima-streams-'));
afterAll(() => rmSync(folder, { recursive: true }));
const ffmpeg = (await findFfmpeg(undefined))!;
const second = new Float32Array(24_000);

/** Creates a program in place of ffmpeg. */
function program(script: string): string {
  const path = join(folder, `${crypto.randomUUID()}.sh`);
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
  return path;
}

describe('sound that is encoded while it is made', () => {
  it.each(['mp3', 'opus', 'aac', 'flac', 'wav', 'pcm'] as const)(
    'ends as %s when all was written',
    async (format) => {
      const stream = await createAudioStreams(ffmpeg).open(format, 24_000);
      const sound = buffer(stream.output);
      await stream.write(second);
      stream.end();
      expect((await sound).length).toBeGreaterThan(200);
    },
  );

  it.each(['mp3', 'opus', 'aac', 'wav'] as const)(
    'has the length of its sound for players as %s, though half of it is silence',
    async (format) => {
      const stream = await createAudioStreams(ffmpeg).open(format, 24_000);
      const sound = buffer(stream.output);
      for (let i = 0; i < 10; i++)
        await stream.write(second.map((_, at) => (i % 5 < 2 ? Math.sin(at / 9) * Math.sin(at / 700) : 0)));
      stream.end();
      const file = join(folder, `length.${format}`);
      writeFileSync(file, await sound);
      const shown = /Duration: 00:00:([\d.]+)/.exec(spawnSync(ffmpeg, ['-i', file]).stderr.toString())?.[1];
      const decode = ['-loglevel', 'error', '-i', file, '-f', 's16le', '-ac', '1', '-ar', '24000', '-'];
      const decoded = spawnSync(ffmpeg, decode, { maxBuffer: 1e7 });
      expect(decoded.stderr.toString()).toBe('');
      expect(Math.abs(decoded.stdout.length / 48_000 - 10)).toBeLessThan(0.2);
      expect(Math.abs(Number(shown) - 10)).toBeLessThan(0.2);
    },
  );

  it.skipIf(process.platform === 'win32').each([
    ['is killed', 'head -c 1000; kill -9 $$'],
    ['fails', 'head -c 1000; exit 1'],
    ['is not there', `exec ${join(folder, 'nothing')}`],
  ])('breaks off where its encoder %s', async (_name, script) => {
    const stream = await createAudioStreams(program(script)).open('mp3', 24_000);
    const sound = buffer(stream.output);
    const written = stream.write(second).then(() => stream.end());
    await expect(sound).rejects.toMatchObject({ code: 'encoding_failed' });
    await written.catch((error) => expect(error).toMatchObject({ code: 'encoding_failed' }));
    await expect(stream.write(second)).rejects.toMatchObject({ code: 'encoding_failed' });
  });

  it.each(['mp3', 'pcm'] as const)(
    'is given up as %s by one who has gone, and by one who takes nothing',
    async (format) => {
      const left = await createAudioStreams(ffmpeg).open(format, 24_000);
      left.output.destroy();
      await new Promise((resolve) => left.output.once('close', resolve));
      await expect(left.write(second)).rejects.toMatchObject({ code: 'request_timeout' });

      const stalled = await createAudioStreams(ffmpeg, 50).open(format, 24_000);
      const writing = (async () => {
        for (;;) await stalled.write(second);
      })();
      await expect(writing).rejects.toThrow(/read nothing/);
      const end = await createAudioStreams(ffmpeg, 50).open(format, 24_000);
      end.end();
      await expect(new Promise((resolve) => end.output.once('close', resolve))).resolves.toBeUndefined();
    },
  );
});
