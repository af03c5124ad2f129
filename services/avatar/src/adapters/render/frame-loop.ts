import type { Frame } from '@anima/face';
import { createFrame, frameBytes } from '@anima/face';
import { FRAME_SLOTS, type FrameThreads } from './frame-threads.js';

export interface FrameLoop {
  frames: number;
  width: number;
  height: number;
  slots: SharedArrayBuffer;
  threads: Pick<FrameThreads, 'draw'>;
  /** Puts the picture of a frame into its slot, in order, and tells where the face is; nothing to put for a head. */
  source: (frame: number, into: Frame) => Promise<{ points: Float32Array } | null>;
  /** Goes over each frame once it is drawn; called in their order, some of them at once. */
  restore: (frame: Frame) => Promise<void>;
  /** Takes the frames in order. */
  write: (frame: Frame) => Promise<void>;
  signal: AbortSignal;
  /** Told after each frame that was written. */
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
  const frameIn = (slot: number): Frame =>
    createFrame(width, height, new Uint8Array(slots, slot * bytes, bytes));
  /** When the frame that was last in a slot is written. */
  const freed: Promise<void>[] = Array.from({ length: FRAME_SLOTS }, () => Promise.resolve());
  let written: Promise<void> = Promise.resolve();
  /** Resolves when the frame before is being restored. */
  let begun: Promise<{ restored: Promise<void> }> = Promise.resolve({ restored: Promise.resolve() });
  let failure: unknown = null;

  for (let frame = 0; frame < frames && failure === null; frame++) {
    const slot = frame % FRAME_SLOTS;
    await freed[slot];
    if (failure !== null || signal.aborted) break;
    const face = await loop.source(frame, frameIn(slot));
    const drawn = threads.draw({ frame, slot, points: face?.points ?? null });
    // What fails is told by `written`; where a frame before fails, nobody waits for this one.
    drawn.catch(() => {});
    const before = begun;
    begun = (async () => {
      await before;
      await drawn;
      const restored = loop.restore(frameIn(slot));
      restored.catch(() => {});
      return { restored };
    })();
    begun.catch(() => {});
    const own = begun;
    written = written.then(async () => {
      await (await own).restored;
      signal.throwIfAborted();
      await loop.write(frameIn(slot));
      loop.onFrame(frame);
    });
    written.catch((error: unknown) => {
      failure ??= error;
    });
    freed[slot] = written.catch(() => {});
  }
  signal.throwIfAborted();
  await written;
}
