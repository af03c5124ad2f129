import { serve } from '@anima/calls';
import { createFrame, frameBytes, poseAt } from '@anima/face/drawing';
import type { CreatePainter, DrawingCalls, FrameOrder, PaintedClip, Painter } from './thread-protocol.js';

/** A thread that draws frames of one clip at a time, each from its order alone. */

let clip: Omit<PaintedClip, 'face'> | null = null;
let paint: Painter | null = null;

async function openClip(next: PaintedClip): Promise<void> {
  if (clip?.painterKey !== next.painterKey) {
    const { createPainter } = (await import(next.painter)) as { createPainter: CreatePainter<unknown> };
    paint = createPainter(next.face, next);
  }
  // The painter has already read the face.
  const { face: _, ...rest } = next;
  clip = rest;
}

function drawFrame({ frame, slot, points }: FrameOrder): void {
  const { width, height, motion, slots } = clip!;
  const bytes = frameBytes(width, height);
  const target = createFrame(width, height, new Uint8Array(slots, slot * bytes, bytes));
  paint!(target, poseAt(motion, frame), points);
}

serve<DrawingCalls>({
  async open(next) {
    await openClip(next);
    return null;
  },
  draw(order) {
    drawFrame(order);
    return null;
  },
});
