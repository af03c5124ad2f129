import { PassThrough, type Writable } from 'node:stream';
import { AppError } from '@anima/service/errors';
import { pipeInput } from '../media/ffmpeg/input-arguments.js';
import { jobLimits, startFfmpeg } from '../media/ffmpeg/start-ffmpeg.js';
import type { AudioStream, AudioStreams, StreamFormat } from './audio-writer.js';
import { createAdtsPadding } from './pad-adts.js';
import { toPcm16, wavHeader } from './pcm.js';

/** Length with which players read a WAV stream to its end. */
const UNKNOWN_LENGTH = 0xffff_ffff - 44;
/** Milliseconds without reading after which the client counts as disconnected. */
const STALL_MS = 60_000;

const encoding: Record<Exclude<StreamFormat, 'wav' | 'pcm'>, readonly string[]> = {
  // Constant bitrate: a stream has no header with its length, and players derive it from the rate of the
  // first frames.
  mp3: ['-c:a', 'libmp3lame', '-b:a', '128k', '-f', 'mp3'],
  // A page every 20 ms: by default a second is gathered first.
  opus: ['-c:a', 'libopus', '-b:a', '64k', '-page_duration', '20000', '-f', 'ogg'],
  aac: ['-c:a', 'aac', '-b:a', '128k', '-f', 'adts'],
  flac: ['-c:a', 'flac', '-f', 'flac'],
};
/** Without these options ffmpeg reads seconds of audio before it writes any. */
const AT_ONCE = ['-probesize', '32', '-analyzeduration', '0'];

/** WAV and PCM need nothing; the others go through ffmpeg, sample by sample. `stallMs`: a minute, if not given. */
export function createAudioStreams(ffmpeg: string | null, stallMs = STALL_MS): AudioStreams {
  return {
    async open(format, sampleRate) {
      const output = new PassThrough();
      if (format === 'wav' || format === 'pcm') {
        if (format === 'wav') output.write(wavHeader(sampleRate, UNKNOWN_LENGTH));
        return toStream(output, output, stallMs);
      }
      if (ffmpeg === null)
        throw new AppError(
          'encoder_missing',
          `ffmpeg is required for ${format}. Install it, set FFMPEG_PATH, or request wav.`,
        );
      const input = pipeInput('s16le', [...AT_ONCE, '-ar', String(sampleRate), '-ac', '1']);
      const child = startFfmpeg(
        ffmpeg,
        ['-loglevel', 'error', ...input, '-flush_packets', '1', ...encoding[format], 'pipe:1'],
        { limits: jobLimits, pipes: { stdin: true, stdout: true } },
      );
      // Only an encoder that says so has come to the end of the sound.
      const sound = format === 'aac' ? child.stdout!.pipe(createAdtsPadding()) : child.stdout!;
      sound.pipe(output, { end: false });
      child.ended.then(
        ({ code, by }) => {
          if (code === 0 && sound.readableEnded) output.end();
          else if (code === 0) sound.once('end', () => output.end());
          else
            output.destroy(
              new AppError('encoding_failed', `The encoder of ${format} ended with ${by ?? code}`),
            );
        },
        (error: Error) => output.destroy(error),
      );
      output.once('close', child.kill);
      return toStream(child.stdin!, output, stallMs);
    },
  };
}

function toStream(input: Writable, output: PassThrough, stallMs: number): AudioStream {
  let gone: Error | null = null;
  const closed = new Promise<void>((resolve) => {
    output.once('close', () => {
      gone = output.errored ?? new AppError('request_timeout', 'The client disconnected');
      resolve();
    });
  });
  const stall = () =>
    setTimeout(() => {
      output.destroy(
        new AppError('request_timeout', `The client read nothing for ${stallMs / 1000} seconds`),
      );
    }, stallMs);
  // The output reports the cause to its reader.
  input.on('error', () => {});
  output.on('error', () => {});
  return {
    output,
    async write(samples) {
      if (gone === null && !input.write(toPcm16(samples))) {
        const limit = stall();
        let hasRoom = () => {};
        const drained = new Promise<void>((resolve) => {
          hasRoom = resolve;
          input.once('drain', resolve);
        });
        await Promise.race([drained, closed]);
        input.off('drain', hasRoom);
        clearTimeout(limit);
      }
      if (gone !== null) throw gone;
    },
    end() {
      const limit = stall();
      void closed.then(() => clearTimeout(limit));
      input.end();
    },
    destroy: (error) => void output.destroy(error),
  };
}
