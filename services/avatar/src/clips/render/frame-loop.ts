import { createFrame, type FaceMotion, type Frame, frameBytes } from '@anima/face';
import type { ClipSize } from './clip-size.js';
import type { FrameOutput } from './drawing-engine.js';
import { FRAME_SLOTS, type FrameThreads } from './frame-threads.js';
import { runPipeline } from './ordered-pipeline.js';

export interface FrameLoop {
  frames: number;
  width: number;
  height: number;
  slots: SharedArrayBuffer;
  threads: Pick<FrameThreads, 'draw'>;
  /** Writes the frame to its slot, in order, and returns the position of the face. Heads need neither. */
  source: (frame: number, into: Frame) => Promise<{ points: Float32Array } | null>;
  /** Goes over each frame once it is drawn; called in their order, some of them at once. */
  restore: (frame: Frame) => Promise<void>;
  /** Takes the frames in order. */
  write: (frame: Frame) => Promise<void>;
  signal: AbortSignal;
  /** Called after each frame that was written. */
  onFrame: (frame: number) => void;
}

export function createSlots(width: number, height: number): SharedArrayBuffer {
  return new SharedArrayBuffer(FRAME_SLOTS * frameBytes(width, height));
}

/**
 * Draws the frames of a clip in threads and writes them in their order. No more of them than there are slots are on their
 * way at a time, so that memory does not grow with the clip.
 */
export async function runFrameLoop(loop: FrameLoop): Promise<void> {
  const { frames, width, height, slots, threads, signal } = loop;
  const bytes = frameBytes(width, height);
  await runPipeline({
    slots: FRAME_SLOTS,
    async take(frame, slot) {
      if (frame === frames) return null;
      const picture = createFrame(width, height, new Uint8Array(slots, slot * bytes, bytes));
      const face = await loop.source(frame, picture);
      return { order: { frame, slot, points: face?.points ?? null }, picture };
    },
    steps: [({ order }) => threads.draw(order), ({ picture }) => loop.restore(picture)],
    async put({ picture }, frame) {
      await loop.write(picture);
      loop.onFrame(frame);
    },
    signal,
  });
}

export interface ThreadedFace extends ClipSize {
  /** See `PaintedClip`. */
  painter: string;
  face: unknown;
  /** See `PaintedClip`. */
  isLarge: boolean;
  /** Equal for clips that one painter can draw in one size. */
  identity: string;
  motion: FaceMotion;
  /** Writes each source frame to its slot and returns the position of the face. Heads need neither. */
  next: (into: Frame) => Promise<{ points: Float32Array } | null>;
}

/** Draws the frames of a clip in threads. */
export async function drawInThreads(
  threads: FrameThreads,
  { painter, face, isLarge, identity, width, height, motion, next }: ThreadedFace,
  output: FrameOutput,
): Promise<void> {
  const slots = createSlots(width, height);
  const painterKey = `${identity} ${width}x${height}`;
  await threads.open({ painterKey, painter, face, isLarge, width, height, motion, slots });
  const source = (_frame: number, into: Frame) => next(into);
  await runFrameLoop({ ...output, frames: motion.frames, width, height, slots, threads, source });
}
