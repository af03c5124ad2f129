import { rm } from 'node:fs/promises';
import { frameBytes } from '@anima/face';
import { type FrameRate, rateText } from './clip-metadata.js';
import { pipeInput } from './input-arguments.js';
import { rawMatroska } from './raw-matroska.js';
import { encodingFailure, spawnFfmpeg } from './spawn-ffmpeg.js';

export interface PictureEncoder {
  /** `micros`: when it is shown, from 0 and rising, of an encoder with a timescale. When it resolves, `frame` may be used for another. One call at a time. */
  write(frame: Uint8Array, micros?: number): Promise<void>;
  /** Completes the file. */
  end(): Promise<void>;
  /** Aborts and removes the file. */
  abort(): Promise<void>;
}

const USUAL_CRF = 20;
/**
 * A talking head of 512 x 512 takes 2.8 ms of one core per frame and a third of the bytes of `superfast`,
 * which takes 2.4 ms, with 3 dB better quality; `faster` takes 5 ms and gains 0.5 dB.
 */
const PRESET = 'veryfast';
/** Seconds from one frame that can be sought to the next. */
const KEYFRAME_SECONDS = 4;
/** Set for the decoder and for the encoder, because versions of ffmpeg read it from different places. */
const BT709 = [
  ...['-color_range', 'tv', '-colorspace', 'bt709'],
  ...['-color_primaries', 'bt709', '-color_trc', 'bt709'],
];
/** Drops the metadata of the audio file. */
const WITHOUT_TAGS = ['-map_metadata:g', '-1', '-map_chapters', '-1'];
/** mp4 is filled up to an even rate otherwise. The name that versions before 5.1 know too. */
const OWN_TIMES = ['-vsync', 'vfr'];
/**
 * A short lookahead keeps memory small. `stitchable` headers do not depend on the frames, so clips can be
 * joined without encoding.
 */
const X264 = 'rc-lookahead=10:stitchable=1';

/** Sound that is encoded while the pictures are: ffmpeg's arguments to read it, and to write it. */
export interface AudioInput {
  input: readonly string[];
  output: readonly string[];
}

/**
 * Encodes frames (I420, BT.709, limited range) to H.264 High in an mp4 as they arrive, in constant memory.
 * Without audio the file is a draft; with audio players can start before the download is complete.
 */
export function openPictureEncoder(
  ffmpeg: string,
  options: {
    path: string;
    width: number;
    height: number;
    rate: FrameRate;
    crf: number | undefined;
    sound?: AudioInput;
    /** Ticks in a second that every frame's own time is a whole number of; without one they come at the rate. */
    timescale?: number | undefined;
    signal: AbortSignal | undefined;
  },
): PictureEncoder {
  const { path, width, height, rate, crf = USUAL_CRF, sound, timescale, signal } = options;
  const fps = rate.frames / rate.seconds;
  const timed = timescale === undefined ? null : rawMatroska(width, height, fps);
  const bytes = frameBytes(width, height);
  const process = spawnFfmpeg(
    ffmpeg,
    [
      ...(timed === null
        ? pipeInput('rawvideo', [
            ...['-pix_fmt', 'yuv420p', ...BT709, '-s', `${width}x${height}`, '-r', rateText(rate)],
          ])
        : pipeInput('matroska', BT709)),
      ...(sound === undefined ? [] : [...sound.input, '-map', '0:v', '-map', '1:a:0', ...sound.output]),
      ...['-vf', 'setsar=1', '-c:v', 'libx264', '-profile:v', 'high', '-preset', PRESET],
      ...['-pix_fmt', 'yuv420p', ...BT709],
      ...['-crf', String(crf), '-threads', '2', '-x264-params', X264],
      ...['-g', String(Math.round(KEYFRAME_SECONDS * fps))],
      ...(timescale === undefined ? [] : ['-enc_time_base', `1:${timescale}`, ...OWN_TIMES]),
      // Ticks that every frame begins on, a whole number of them for each.
      ...['-video_track_timescale', String(timescale ?? rate.frames * (rate.seconds === 1 ? 512 : 1))],
      ...(sound === undefined ? [] : [...WITHOUT_TAGS, '-movflags', '+faststart']),
      ...['-f', 'mp4', '-y', `file:${path}`],
    ],
    { pipes: { stdin: true }, signal, failure: encodingFailure },
  );
  const pipe = process.stdin!;
  if (timed !== null) pipe.write(timed.header);

  return {
    async write(frame, micros = 0) {
      if (frame.length !== bytes)
        throw new RangeError(`Expected ${bytes} bytes for a frame, received ${frame.length}`);
      signal?.throwIfAborted();
      if (timed !== null) pipe.write(timed.frameHeader(micros));
      await new Promise<void>((resolve, reject) => {
        // The log of ffmpeg explains more than the broken pipe.
        const fail = (error: Error) => process.ended.then(() => reject(error), reject);
        pipe.write(frame, (error) => (error ? fail(error) : resolve()));
      });
    },

    async end() {
      pipe.end();
      await process.ended;
    },

    async abort() {
      process.kill();
      await process.ended.catch(() => {});
      await rm(path, { force: true });
    },
  };
}
