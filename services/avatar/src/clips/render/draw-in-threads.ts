import type { FaceMotion, Frame } from '@anima/face';
import type { ClipSize } from './clip-size.js';
import type { FrameOutput } from './drawing-engine.js';
import { createSlots, runFrameLoop } from './frame-loop.js';
import type { FrameThreads } from './frame-threads.js';

export interface ThreadedFace extends ClipSize {
  /** See `PaintedClip`. */
  painter: string;
  face: unknown;
  /** See `PaintedClip`. */
  isLarge: boolean;
  /** The same for what one painter can draw in one size. */
  identity: string;
  motion: FaceMotion;
  /** Puts the picture of each frame into its place, and tells where its face is; a head needs neither. */
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
