import { open, rm } from 'node:fs/promises';
import { AppError } from '@anima/service/errors';
import type { AudioFormat, AudioWriter } from '../../ports/audio-writer.js';
import { toPcm16 } from '../files/pcm.js';
import { pipeInput } from './input-arguments.js';
import { diskFull } from './spawn-ffmpeg.js';
import { jobLimits, startFfmpeg } from './start-ffmpeg.js';

/** Encoder and container of each format; bit rates that are transparent for speech. */
const encoding: Record<AudioFormat, readonly string[]> = {
  wav: ['-c:a', 'pcm_s16le', '-f', 'wav'],
  mp3: ['-c:a', 'libmp3lame', '-q:a', '2', '-f', 'mp3'],
  opus: ['-c:a', 'libopus', '-b:a', '64k', '-f', 'ogg'],
  m4a: ['-c:a', 'aac', '-b:a', '128k', '-movflags', '+faststart', '-f', 'ipod'],
};

/** Enough of ffmpeg's words to see what went wrong. */
const KEPT_WORDS = 2_000;

/** Sound into a file through ffmpeg, which reads it from a pipe as it comes. */
export function openAudioPipe(
  ffmpeg: string,
  path: string,
  format: AudioFormat,
  rates: { input: number; output: number },
): AudioWriter {
  const input = pipeInput('s16le', ['-ar', String(rates.input), '-ac', '1']);
  const output = ['-ar', String(rates.output), ...encoding[format], '-y', path];
  const child = startFfmpeg(ffmpeg, ['-hide_banner', '-loglevel', 'error', ...input, ...output], {
    limits: jobLimits,
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  const stdin = child.stdin!;
  let words = '';
  child.stderr!.on('data', (chunk) => {
    words = (words + chunk).slice(-KEPT_WORDS);
  });
  // A program that ended early breaks the pipe: its exit code tells.
  stdin.on('error', () => {});
  const ended = new Promise<void>((resolve, reject) => {
    const fail = (cause: unknown) =>
      reject(
        diskFull(words) ??
          new AppError('encoding_failed', `The sound could not be written as ${format}`, { cause }),
      );
    child.once('error', fail);
    child.once('close', (code) =>
      code === 0 ? resolve() : fail(new Error(`ffmpeg ended with ${code}: ${words}`)),
    );
  });
  ended.catch(() => {});

  return {
    async write(samples) {
      if (stdin.write(toPcm16(samples))) return;
      await Promise.race([new Promise((resolve) => stdin.once('drain', resolve)), ended]);
    },

    async finish() {
      stdin.end();
      await ended;
      const file = await open(path, 'r+');
      try {
        await file.sync();
      } finally {
        await file.close();
      }
    },

    async abort() {
      child.kill('SIGKILL');
      await ended.catch(() => {});
      await rm(path, { force: true });
    },
  };
}
