import { crc32 } from 'node:zlib';
import { frameBytes } from '@anima/face';
import { type BackwardFrames, readBackward } from './backward-frames.js';
import type { ClipReader, OpenClip } from './clip-reader.js';
import { type FrameBuffer, type FrameBufferLimits, keepFrames } from './frame-buffer.js';
import type { ShownFrames } from './frame-cache.js';

/** Storage for frames that are shown again. */
export interface FrameRoom extends FrameBufferLimits {
  /**
   * Size of a file for the frames of a clip that does not fit, two files at a time. Memory would hold so few
   * large frames that each group of frames was decoded many times.
   */
  spanBytes: number;
}

const MIB = 1024 * 1024;
const USUAL_ROOM: FrameRoom = { memoryBytes: 48 * MIB, fileBytes: 256 * MIB, spanBytes: 128 * MIB };

const NO_ROOM: FrameBufferLimits = { memoryBytes: 0, fileBytes: 0 };

export interface PingPong {
  /**
   * Writes the next frame to `into` and returns its index. The clip runs forward and back forever: 0 to n -
   * 1, n - 2 to 0, 1 and so on. The same index always gives the same bytes. One call at a time.
   */
  next(into: Uint8Array): Promise<number>;
  /** Describes a defect of the part of the clip that was read. */
  note(): string | null;
  /** Hands over all frames; the receiver closes them. Returns null if they were not all read and kept. */
  giveUp(): ShownFrames | null;
  /** Stops ffmpeg and removes the files in `scratch`. */
  close(): Promise<void>;
}

export interface PingPongOptions {
  /** Pixels, as the clip is open. */
  width: number;
  height: number;
  /** A folder for frames of long clips, which take some 300 MB there. */
  scratch: string;
  /** The frame to begin with; the first, if not given. */
  first?: number;
  /** False if no more frames are requested than the clip has, so that they are not kept. */
  turns?: boolean;
  /** Number of frames, if known. Frames that cannot all be kept are not kept at all. */
  frames?: number;
  /** Frames of the clip from `first` on that were stored earlier, so that decoding is not required. */
  shown?: ShownFrames | null;
  room?: FrameRoom;
  signal?: AbortSignal;
}

function roomFor(all: number, { memoryBytes, fileBytes }: FrameBufferLimits): FrameBufferLimits {
  return {
    memoryBytes: all > memoryBytes ? 0 : memoryBytes,
    fileBytes: all > fileBytes ? 0 : fileBytes,
  };
}

/** A clip, open at this size, for sound that may last longer. */
export function openPingPong(ffmpeg: string, clip: OpenClip, options: PingPongOptions): PingPong {
  const { spanBytes, ...room } = options.room ?? USUAL_ROOM;
  const { first = 0, turns = true, scratch } = options;
  const bytes = frameBytes(options.width, options.height);
  const all = options.frames === undefined ? 0 : (options.frames - first) * bytes;
  const checksums: number[] = [];
  const { shown = null } = options;
  let buffer: FrameBuffer | null =
    shown?.frames ?? keepFrames(bytes, turns ? roomFor(all, room) : NO_ROOM, scratch);
  let forward: ClipReader | null = shown === null ? clip.frames(first, false) : null;
  let backward: BackwardFrames | null = null;
  let note = shown?.note ?? null;
  let isKnown = shown !== null;
  /**
   * Number of kept frames that were shown since all are known. A clip that was known before starts at the end
   * of its way back.
   */
  let step = shown === null ? 0 : shown.frames.length - 2;

  async function remember(frame: Uint8Array): Promise<void> {
    checksums.push(crc32(frame));
    if (buffer !== null && !(await buffer.add(frame))) buffer = null;
  }

  async function nextBuffered(pictures: FrameBuffer, into: Uint8Array): Promise<number> {
    const last = pictures.length - 1;
    // The clip was shown once and continues from the last frame.
    const position = last === 0 ? 0 : (last + ++step) % (2 * last);
    const index = position <= last ? position : 2 * last - position;
    await pictures.read(index, into);
    return first + index;
  }

  async function nextForward(reader: ClipReader, into: Uint8Array): Promise<number | null> {
    if (await reader.read(into)) {
      if (!isKnown) await remember(into);
      return reader.frameIndex - 1;
    }
    note = reader.note();
    isKnown = true;
    forward = null;
    if (buffer === null) {
      const range = { first, end: first + checksums.length - 1, checksums };
      backward = readBackward(ffmpeg, clip, range, { ...options, spanBytes });
    }
    return null;
  }

  async function nextBackward(reader: BackwardFrames, into: Uint8Array): Promise<number | null> {
    const index = await reader.read(into);
    if (index !== null) return index;
    await reader.close();
    backward = null;
    forward = clip.frames(first + 1, false);
    return null;
  }

  return {
    async next(into) {
      for (;;) {
        options.signal?.throwIfAborted();
        const index: number | null =
          forward !== null
            ? await nextForward(forward, into)
            : buffer !== null
              ? await nextBuffered(buffer, into)
              : await nextBackward(backward!, into);
        if (index !== null) return index;
      }
    },
    note: () => note,
    giveUp() {
      if (!isKnown || buffer === null) return null;
      const frames = buffer;
      buffer = null;
      return { frames, note };
    },
    async close() {
      forward?.close();
      await backward?.close();
      await buffer?.close();
    },
  };
}
