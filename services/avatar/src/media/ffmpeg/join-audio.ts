import { decodeAudio } from './decode-audio.js';
import { pipeInput } from './input-arguments.js';
import { encodingFailure, spawnFfmpeg } from './spawn-ffmpeg.js';

export const JOINED_SAMPLE_RATE = 48_000;
const CHANNELS = 2;
const SILENCE = new Float32Array(16_384);

export interface SoundPart {
  /** Null: silence. */
  path: string | null;
  /** End in the whole, in samples: the part is cut or padded with silence. */
  endSample: number;
}

/**
 * Decodes parts one after the other to one AAC stream. Each encoded file starts with some silence:
 * concatenated packets would let the audio lag more at each joint.
 */
export async function joinSound(
  ffmpeg: string,
  parts: readonly SoundPart[],
  path: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  const process = spawnFfmpeg(
    ffmpeg,
    [
      ...pipeInput('f32le', ['-ar', String(JOINED_SAMPLE_RATE), '-ac', String(CHANNELS)]),
      ...['-c:a', 'aac', '-b:a', '160k', '-f', 'ipod', '-y', `file:${path}`],
    ],
    { pipes: { stdin: true }, signal, failure: encodingFailure },
  );
  const pipe = process.stdin!;

  async function write(samples: Float32Array): Promise<void> {
    const bytes = new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);
    await new Promise<void>((resolve, reject) => {
      const fail = (error: Error) => process.ended.then(() => reject(error), reject);
      pipe.write(bytes, (error) => (error ? fail(error) : resolve()));
    });
  }

  try {
    let begin = 0;
    for (const { path: source, endSample } of parts) {
      let left = (endSample - begin) * CHANNELS;
      begin = endSample;
      if (source !== null) {
        const options = {
          sampleRate: JOINED_SAMPLE_RATE,
          channels: CHANNELS,
          ...(signal && { signal }),
        } as const;
        for await (const chunk of decodeAudio(ffmpeg, source, options)) {
          const taken = chunk.subarray(0, left);
          await write(taken);
          left -= taken.length;
          if (left === 0) break;
        }
      }
      for (; left > 0; left -= Math.min(left, SILENCE.length)) await write(SILENCE.subarray(0, left));
    }
    pipe.end();
    await process.ended;
  } finally {
    process.kill();
  }
}
