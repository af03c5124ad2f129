import { AppError } from '@anima/service/errors';
import { soundFormat } from './audio-format.js';
import { inputArguments } from './input-arguments.js';
import { createPipeReader } from './pipe-reader.js';
import { spawnFfmpeg, tooDemanding } from './spawn-ffmpeg.js';
import { type FfmpegLimits, lookLimits } from './start-ffmpeg.js';

export interface SoundOptions {
  sampleRate: number;
  /** Default 1. Two channels are interleaved. */
  channels?: 1 | 2;
  /** Seconds to leave out at the beginning; none, if not given. */
  start?: number;
  /** Default: the limits of a job. */
  limits?: FfmpegLimits;
  signal?: AbortSignal;
}

const CHUNK_SAMPLES = 16_384;
const SAMPLE_BYTES = 4;

/**
 * Decodes the audio of a file, or of the first audio track of a clip, in chunks of samples from -1 to 1.
 * Rejects with `media_unreadable` without audio.
 */
export async function* decodeAudio(
  ffmpeg: string,
  path: string,
  options: SoundOptions,
): AsyncGenerator<Float32Array> {
  const { sampleRate, channels = 1, start = 0, limits, signal } = options;
  const format = await soundFormat(path);
  const skip = start > 0 ? ['-af', `asetpts=N/SR/TB,atrim=start=${start.toFixed(6)}`] : [];
  const failure = (words: string, by: NodeJS.Signals | null) =>
    by === null ? soundFailure(words) : tooDemanding(by, words);
  const process = spawnFfmpeg(
    ffmpeg,
    [
      ...[...inputArguments({ path, format }), '-map', '0:a:0', '-vn', '-sn', '-dn', ...skip],
      ...['-ac', String(channels), '-ar', String(sampleRate)],
      ...['-c:a', 'pcm_f32le', '-f', 'f32le', 'pipe:1'],
    ],
    { pipes: { stdout: true }, signal, failure, ...(limits && { limits }) },
  );
  const pipe = createPipeReader(process.stdout!, process.kill);
  let isEmpty = true;
  try {
    for (;;) {
      const chunk = new Float32Array(CHUNK_SAMPLES);
      const bytes = await pipe.fill(new Uint8Array(chunk.buffer));
      signal?.throwIfAborted();
      const samples = Math.floor(bytes / SAMPLE_BYTES);
      if (samples > 0) yield samples === CHUNK_SAMPLES ? chunk : chunk.slice(0, samples);
      isEmpty &&= samples === 0;
      if (samples < CHUNK_SAMPLES) break;
    }
    // Sound that breaks off is sound; a disk or a job that ended it is not.
    await process.ended.catch((error) => {
      if (isEmpty || error?.code !== 'media_unreadable') throw error;
    });
    if (isEmpty) throw soundFailure(process.words());
  } finally {
    process.kill();
  }
}

/** Hz: enough to count in. */
const COUNTED_RATE = 16_000;

/** Seconds of sound, counted: what files say of themselves may be wrong. */
export async function audioDuration(ffmpeg: string, path: string, signal?: AbortSignal): Promise<number> {
  const sound = decodeAudio(ffmpeg, path, { sampleRate: COUNTED_RATE, ...(signal && { signal }) });
  return countSeconds(sound, Number.POSITIVE_INFINITY);
}

/** Like `audioDuration`, within the limits of a probe; stops after `atMost` seconds. */
export async function measureSound(
  ffmpeg: string,
  path: string,
  { atMost, signal }: { atMost: number; signal: AbortSignal },
): Promise<number> {
  const options = { sampleRate: COUNTED_RATE, limits: lookLimits, signal };
  return countSeconds(decodeAudio(ffmpeg, path, options), atMost);
}

async function countSeconds(sound: AsyncIterable<Float32Array>, atMost: number): Promise<number> {
  let seconds = 0;
  for await (const chunk of sound) {
    seconds += chunk.length / COUNTED_RATE;
    if (seconds > atMost) break;
  }
  return seconds;
}

function soundFailure(words: string): AppError {
  const message = /matches no streams/.test(words)
    ? 'Expected a file with sound, received one that has none'
    : 'Expected sound that can be decoded, received a file that cannot';
  return new AppError('media_unreadable', message, { cause: new Error(words.slice(-2_000)) });
}
