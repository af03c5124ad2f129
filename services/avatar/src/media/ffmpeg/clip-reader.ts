import { frameBytes } from '@anima/face';
import { AppError } from '@anima/service/errors';
import type { ClipFormat } from '../../catalog/media-format.js';
import {
  type ClipFacts,
  constantRate,
  type FrameRate,
  frameRate,
  frameTime,
  rateText,
  readFirstTick,
  rememberedFacts,
} from './clip-metadata.js';
import { hasFilters } from './find-ffmpeg.js';
import { framesWithTimes, readFrameTimes } from './frame-times.js';
import { type PictureSize, pictureFilter } from './image-filter.js';
import { inputArguments } from './input-arguments.js';
import { createPipeReader } from './pipe-reader.js';
import { unreadable } from './probe-media.js';
import { spawnFfmpeg, tooDemanding } from './spawn-ffmpeg.js';
import type { FfmpegLimits } from './start-ffmpeg.js';

export interface ClipFile {
  path: string;
  format: ClipFormat;
}

export interface ReaderOptions extends PictureSize {
  fps: number;
  /** Default: the limits of a job. */
  limits?: FfmpegLimits;
  signal?: AbortSignal;
}

export interface ClipReader {
  /** Index of the frame that `read` returns next, counted from the first frame of the clip at `fps`. */
  readonly frameIndex: number;
  /**
   * Time of the last frame in microseconds of the clip's own clock; null if it was not requested or the clip
   * does not state it.
   */
  readonly frameMicros: number | null;
  /**
   * Fills `into` with the next frame (I420, BT.709, limited range); false at the end. Rejects with `media_unreadable` where the
   * clip gives not one. One call at a time.
   */
  read(into: Uint8Array): Promise<boolean>;
  /** After the end: describes a defect of the clip, or null. */
  note(): string | null;
  /** Ends ffmpeg. */
  close(): void;
}

/** Random access to the frames of a clip. */
export interface OpenClip {
  readonly facts: ClipFacts;
  readonly rate: FrameRate;
  /**
   * Reads the frames from `first` on. The same index always gives the same frame. A seek avoids decoding the
   * frames before it; in a clip without key frames the images after it may still be incomplete.
   */
  frames(first: number, seeks: boolean): ClipReader;
  /** Every frame that the clip has, once, with its time, whatever the rate. */
  allFrames(): ClipReader;
  /** Only these frames; the indices rise. All before the last one are decoded. */
  pick(indices: readonly number[]): ClipReader;
  /** Returns whether a seek to frame `first` is accurate: a damaged index may lead to a later frame. */
  canSeek(first: number): Promise<boolean>;
  /** ffmpeg's arguments that write `frames` frames from `first` on to a file, with a seek or without. */
  spanArguments(first: number, frames: number, path: string, seeks: boolean): string[];
}

const ALPHA_LOST =
  'The clip is transparent in places, and the new one is opaque: H.264 in mp4 has no transparency; what the clip hides there is shown';

/** Decoders of large pictures take a hundred megabytes a thread. */
const LARGE_PIXELS = 2560 * 1440;

/** Decodes the first frame to read the metadata. Rejects with `media_unreadable` without a frame. */
export async function openClip(ffmpeg: string, clip: ClipFile, options: ReaderOptions): Promise<OpenClip> {
  const { signal } = options;
  const rate = frameRate(options.fps);
  const facts = await rememberedFacts(ffmpeg, clip, rate, signal);
  const canMap = await hasFilters(ffmpeg, 'zscale', 'tonemap');
  const { filter, note: lack } = pictureFilter(options, facts, canMap);
  const notes = [lack, facts.isTransparent ? ALPHA_LOST : null].filter((one) => one !== null);
  const note = notes.length > 0 ? notes.join('. ') : null;
  const threads = facts.width * facts.height > LARGE_PIXELS ? 1 : 2;

  function clipArguments(seek: readonly string[], trim: string, output: readonly string[]): string[] {
    return [
      ...['-copyts', ...inputArguments({ ...clip, options: seek, threads })],
      ...['-map', '0:V:0', '-an', '-sn', '-dn', '-filter_threads', '1'],
      ...['-vf', [constantRate(rate), trim, filter].filter(Boolean).join(',')],
      ...['-r', rateText(rate), '-c:v', 'rawvideo', '-pix_fmt', 'yuv420p', '-f', 'rawvideo', ...output],
    ];
  }

  /**
   * Selects frames by ticks of the clip's own clock. The others are renumbered so that ffmpeg does not fill
   * the gaps.
   */
  function pickFilter(indices: readonly number[]): string {
    const wanted = indices.map((index) => `eq(pts,${facts.firstTick + index})`).join('+');
    return `select='${wanted}',setpts=N`;
  }

  /** Ticks of the clip's own clock, so that the frames are the same ones wherever decoding begins. */
  function trimTo(first: number, frames?: number): string {
    const start = facts.firstTick + first;
    return `trim=start_pts=${start}${frames === undefined ? '' : `:end_pts=${start + frames}`}`;
  }

  function seekTo(first: number): string[] {
    // ffmpeg adds the first time of the clip by itself.
    const seconds = frameTime(rate, first) - SEEK_MARGIN_SECONDS;
    return seconds > 0 ? ['-noaccurate_seek', '-ss', seconds.toFixed(3)] : [];
  }

  return {
    facts,
    rate,
    frames(first, seeks) {
      const seek = seeks ? seekTo(first) : [];
      const args = clipArguments(seek, first === 0 ? '' : trimTo(first), ['pipe:1']);
      return readFrames(ffmpeg, args, first, { ...options, note });
    },
    allFrames() {
      const args = ['-copyts', ...inputArguments({ ...clip, threads }), ...framesWithTimes(filter)];
      return readFrames(ffmpeg, args, 0, { ...options, note, tellsTimes: true });
    },
    pick(indices) {
      const args = clipArguments([], pickFilter(indices), ['-frames:v', String(indices.length), 'pipe:1']);
      return readFrames(ffmpeg, args, 0, { ...options, note: null });
    },
    async canSeek(first) {
      const options = seekTo(first);
      if (options.length === 0) return false;
      const landing = await readFirstTick(ffmpeg, { ...clip, options }, rate, signal);
      return landing !== null && landing <= facts.firstTick + first;
    },
    spanArguments(first, frames, path, seeks) {
      const output = ['-frames:v', String(frames), '-y', `file:${path}`];
      return clipArguments(seeks ? seekTo(first) : [], trimTo(first, frames), output);
    },
  };
}

/** Seconds by which a seek may be late because of reordered frames, and in which images may be incomplete. */
const SEEK_MARGIN_SECONDS = 2;

/** Reads all of a clip, a frame at a time, in constant memory. */
export async function openClipReader(
  ffmpeg: string,
  clip: ClipFile,
  options: ReaderOptions,
): Promise<ClipReader> {
  return (await openClip(ffmpeg, clip, options)).frames(0, false);
}

function readFrames(
  ffmpeg: string,
  args: readonly string[],
  first: number,
  options: ReaderOptions & { note: string | null; tellsTimes?: boolean },
): ClipReader {
  const { width, height, signal, limits, tellsTimes = false } = options;
  const bytes = frameBytes(width, height);
  const process = spawnFfmpeg(ffmpeg, [...args], {
    pipes: { stdout: true, beside: tellsTimes },
    signal,
    ...(limits && { limits }),
    failure: (words, by) => (by === null ? unreadable('a clip', words) : tooDemanding(by, words)),
  });
  const pipe = createPipeReader(process.stdout!, process.kill);
  const times = process.beside === null ? null : readFrameTimes(process.beside);
  let frameIndex = first;
  let frameMicros: number | null = null;
  let closed = false;

  async function atEnd(): Promise<false> {
    if (pipe.hangs())
      throw new AppError(
        'media_unreadable',
        'Expected a clip that can be decoded, waited in vain for a frame',
      );
    const isEmpty = frameIndex === 0;
    // After frames that could be read an error is a note; a full disk or a cancelled job stays one.
    await process.ended.catch((error) => {
      if (isEmpty || error?.code !== 'media_unreadable') throw error;
    });
    if (isEmpty) throw unreadable('a clip with frames', process.words());
    return false;
  }

  return {
    get frameIndex() {
      return frameIndex;
    },
    get frameMicros() {
      return frameMicros;
    },
    async read(into) {
      if (into.length !== bytes)
        throw new RangeError(`Expected ${bytes} bytes for a frame, received ${into.length}`);
      const filled = await pipe.fill(into);
      signal?.throwIfAborted();
      if (closed || filled < bytes) return atEnd();
      // The time arrived before the frame.
      frameMicros = times === null ? null : await times.next();
      frameIndex++;
      return true;
    },
    note() {
      if (closed || process.words() === '') return options.note;
      const faults = `The clip has faults or breaks off: ${frameIndex} frames of it could be read`;
      return options.note === null ? faults : `${faults}. ${options.note}`;
    },
    close() {
      closed = true;
      process.kill();
    },
  };
}
