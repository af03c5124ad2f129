import { type FileHandle, open as openFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { frameBytes } from '@anima/face';
import { AppError } from '@anima/service/errors';
import type { OpenClip } from './clip-reader.js';
import { unreadable } from './probe-media.js';
import { spawnFfmpeg } from './spawn-ffmpeg.js';

export interface BackwardFrames {
  /** Writes the previous frame to `into` and returns its index, or null at the first frame. */
  read(into: Uint8Array): Promise<number | null>;
  close(): Promise<void>;
}

interface Span {
  file: FileHandle;
  path: string;
  first: number;
  isSought: boolean;
}

/**
 * Reads the frames `first` to `end - 1` of a clip in reverse. One span of frames is decoded while the span
 * after it is shown. `checksums[i]` is the checksum of frame `first + i` from the forward read: if a seek
 * yields other frames, the span is decoded from the start of the clip.
 */
export function readBackward(
  ffmpeg: string,
  clip: OpenClip,
  range: { first: number; end: number; checksums: readonly number[] },
  options: { width: number; height: number; scratch: string; spanBytes: number; signal?: AbortSignal },
): BackwardFrames {
  const { width, height, signal, scratch, spanBytes } = options;
  const bytes = frameBytes(width, height);
  const spanFrames = Math.max(1, Math.floor(spanBytes / bytes));
  let next = range.end - 1;
  let current: Span | null = null;
  let upcoming: Promise<Span> | null = startSpan(range.end);

  function startSpan(end: number): Promise<Span> | null {
    if (end <= range.first) return null;
    const first = Math.max(range.first, end - spanFrames);
    const span = decode(first, end - first, true);
    span.catch(() => {});
    return span;
  }

  async function decode(first: number, frames: number, seeks: boolean): Promise<Span> {
    const path = join(scratch, `frames-${crypto.randomUUID()}.yuv`);
    try {
      const failure = (words: string) => unreadable('a clip', words);
      const args = clip.spanArguments(first, frames, path, seeks);
      await spawnFfmpeg(ffmpeg, args, { pipes: {}, signal, failure }).ended.catch((error) => {
        // A seek that fails is no matter, nor is damage behind the frames that count.
        if (!(error instanceof AppError && error.code === 'media_unreadable')) throw error;
      });
      const file = await openFile(path, 'r');
      if ((await file.stat()).size === frames * bytes) return { file, path, first, isSought: seeks };
      await file.close();
      if (!seeks) throw unreadable('a clip that gives the same frames each time', '');
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    }
    await rm(path, { force: true });
    return decode(first, frames, false);
  }

  async function closeSpan(span: Span): Promise<void> {
    await span.file.close();
    await rm(span.path, { force: true });
  }

  return {
    async read(into) {
      if (next < range.first) return null;
      if (current === null || next < current.first) {
        const done = current;
        current = await upcoming!;
        upcoming = startSpan(current.first);
        if (done !== null) await closeSpan(done);
      }
      await current.file.read(into, 0, bytes, (next - current.first) * bytes);
      if (current.isSought && crc32(into) !== range.checksums[next - range.first]) {
        const wrong = current;
        current = await decode(wrong.first, next + 1 - wrong.first, false);
        await closeSpan(wrong);
        await current.file.read(into, 0, bytes, (next - current.first) * bytes);
      }
      return next--;
    },

    async close() {
      next = range.first - 1;
      const spans = await Promise.allSettled([current, upcoming]);
      for (const span of spans)
        if (span.status === 'fulfilled' && span.value !== null) await closeSpan(span.value);
    },
  };
}
