import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createFrame, planesOf } from '../image/frame.js';
import { visemeShapes } from '../timeline/mouth/mouth-shapes.js';
import { type Head, HeadError } from './head.js';
import { createHeadRenderer } from './renderer.js';
import { openHead } from './sharp-head.js';
import { restingPose } from './testing/resting-pose.js';

/** Folder with heads of other makers (GLB, VRM) that this project may not distribute. */
const folder = process.env.ANIMA_TEST_HEADS ?? '';
const files = folder === '' ? [] : readdirSync(folder).filter((file) => /\.(glb|vrm)$/i.test(file));
const SIZE = 256;

describe.skipIf(files.length === 0)('heads of other makers (ANIMA_TEST_HEADS)', { timeout: 60_000 }, () => {
  it.each(files)('%s speaks, or is refused with a reason', async (file) => {
    const head = await openHead(readFileSync(join(folder, file))).catch((error: unknown) => error as Error);
    if (head instanceof Error) {
      expect(head).toBeInstanceOf(HeadError);
      expect(head.message.length).toBeGreaterThan(20);
      return;
    }
    const rest = lumaOf(head, {});
    const opened = moved(rest, lumaOf(head, visemeShapes.aa));
    expect(opened).toBeGreaterThan(20);
    expect(moved(rest, lumaOf(head, { ...visemeShapes.PP, jawOpen: 0.4, mouthClose: 0.4 }))).toBeLessThan(
      opened,
    );
  });
});

function lumaOf(head: Head, weights: Parameters<typeof restingPose>[0]): Uint8Array {
  const frame = createFrame(SIZE, SIZE);
  const options = { width: SIZE, height: SIZE, background: { kind: 'default' } } as const;
  createHeadRenderer(head, options).render(restingPose(weights), frame);
  return planesOf(frame).y;
}

/** Pixels that differ by more than noise. */
function moved(a: Uint8Array, b: Uint8Array): number {
  return a.reduce((count, value, i) => count + (Math.abs(value - b[i]!) > 12 ? 1 : 0), 0);
}
