import { spawn } from 'node:child_process';
import { PassThrough, type Writable } from 'node:stream';
import { AppError } from '@anima/service';
import type { AudioStream, AudioStreams, StreamFormat } from '../ports/audio-stream.js';
import { toPcm16 } from './files/pcm.js';
import { wavHeader } from './files/wav-file.js';

/** How players tell that a WAV stream goes on until it ends. */
const UNKNOWN_LENGTH = 0xffff_ffff - 44;

const encoding: Record<Exclude<StreamFormat, 'wav' | 'pcm'>, readonly string[]> = {
  mp3: ['-c:a', 'libmp3lame', '-q:a', '2', '-f', 'mp3'],
  // A page every 20 ms: by default a second is gathered first.
  opus: ['-c:a', 'libopus', '-b:a', '64k', '-page_duration', '20000', '-f', 'ogg'],
  aac: ['-c:a', 'aac', '-b:a', '128k', '-f', 'adts'],
  flac: ['-c:a', 'flac', '-f', 'flac'],
};

/** WAV and PCM need nothing; the others go through ffmpeg, sample by sample. */
export function createAudioStreams(ffmpeg: string | null): AudioStreams {
  return {
    async open(format, sampleRate) {
      if (format === 'wav' || format === 'pcm') {
        const output = new PassThrough();
        if (format === 'wav') output.write(wavHeader(sampleRate, UNKNOWN_LENGTH));
        return toStream(output, output);
      }
      if (ffmpeg === null)
        throw new AppError(
          'encoder_missing',
          `Found no ffmpeg for ${format}: install it, set FFMPEG_PATH, or ask for wav`,
        );
      const input = ['-f', 's16le', '-ar', String(sampleRate), '-ac', '1', '-i', 'pipe:0'];
      const child = spawn(
        ffmpeg,
        // Without these two, ffmpeg looks at seconds of sound before it writes any.
        [
          '-loglevel',
          'error',
          '-probesize',
          '32',
          '-analyzeduration',
          '0',
          ...input,
          '-flush_packets',
          '1',
          ...encoding[format],
          'pipe:1',
        ],
        { stdio: ['pipe', 'pipe', 'ignore'] },
      );
      child.once('error', (error) => child.stdout.destroy(error));
      child.stdout.once('close', () => child.kill('SIGKILL'));
      return toStream(child.stdin, child.stdout);
    },
  };
}

function toStream(input: Writable, output: AudioStream['output']): AudioStream {
  let gone: Error | null = null;
  const wake = new Set<() => void>();
  output.once('close', () => {
    gone = new AppError('request_timeout', 'The reader of this sound has gone');
    for (const each of wake) each();
  });
  // Its cause shows in the output.
  input.on('error', () => {});
  return {
    output,
    async write(samples) {
      if (gone === null && !input.write(toPcm16(samples))) {
        await new Promise<void>((resolve) => {
          wake.add(resolve);
          input.once('drain', resolve);
        }).finally(() => wake.clear());
      }
      if (gone !== null) throw gone;
    },
    end: () => input.end(),
    destroy: (error) => output.destroy(error),
  };
}
