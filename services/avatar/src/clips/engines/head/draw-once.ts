import { MOTION_CHANNELS } from '@anima/face';
import { clipSize } from '../../render/clip-size.js';
import { createSlots } from '../../render/frame-loop.js';
import { FRAME_SLOTS, type FrameThreads } from '../../render/frame-threads.js';
import type { CachedHead } from '../../render/head-cache.js';
import { type HeadFace, PAINTER } from './painter.js';

/** Draws a head at rest in every thread, so that the first clip finds them warm. */
export async function drawOnce(threads: FrameThreads, { inPicture, identity }: CachedHead): Promise<void> {
  const { width, height } = clipSize({ kind: 'head', name: null }, null);
  const ready = await inPicture(height);
  const background = { kind: 'default' } as const;
  await threads.open({
    painterKey: `${identity} ${JSON.stringify(background)} ${width}x${height}`,
    painter: PAINTER,
    isLarge: true,
    face: { ...ready, background } satisfies HeadFace,
    width,
    height,
    motion: { fps: 1, frames: 1, values: new Float32Array(MOTION_CHANNELS) },
    slots: createSlots(width, height),
  });
  const slots = Array.from({ length: FRAME_SLOTS }, (_, slot) => slot);
  await Promise.all(slots.map((slot) => threads.draw({ frame: 0, slot, points: null })));
}
