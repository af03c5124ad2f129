import { open, rm } from 'node:fs/promises';
import { AppError } from '@anima/service/errors';
import type { AudioFormat, AudioWriter } from '../../speech/audio-writer.js';
import { toPcm16 } from '../../speech/pcm.js';
import { pipeInput } from './input-arguments.js';
import { spawnFfmpeg } from './spawn-ffmpeg.js';

/** Encoder and container of each format; bit rates that are transparent for speech. */
const encoding: Record<AudioFormat, readonly string[]> = {
  wav: ['-c:a', 'pcm_s16le', '-f', 'wav'],
  mp3: ['-c:a', 'libmp3lame', '-q:a', '2', '-f', 'mp3'],
  opus: ['-c:a', 'libopus', '-b:a', '64k', '-f', 'ogg'],
  m4a: ['-c:a', 'aac', '-b:a', '128k', '-movflags', '+faststart', '-f', 'ipod'],
};

/** Encodes audio to a file with ffmpeg, which reads a pipe. */
export function openAudioPipe(
  ffmpeg: string,
  path: string,
  format: AudioFormat,
  rates: { input: number; output: number },
): AudioWriter {
  const input = pipeInput('s16le', ['-ar', String(rates.input), '-ac', '1']);
  const output = ['-ar', String(rates.output), ...encoding[format], '-y', path];
  const failure = (words: string) =>
    new AppError('encoding_failed', `The sound could not be written as ${format}`, {
      cause: new Error(words),
    });
  const child = spawnFfmpeg(ffmpeg, [...input, ...output], {
    pipes: { stdin: true },
    signal: undefined,
    failure,
  });
  const { ended } = child;
  const stdin = child.stdin!;

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
      child.kill();
      await ended.catch(() => {});
      await rm(path, { force: true });
    },
  };
}
