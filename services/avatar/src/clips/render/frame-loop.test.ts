import { frameBytes } from '@anima/face';
import { expect, it } from 'vitest';
import { createSlots, type FrameLoop, runFrameLoop } from './frame-loop.js';

const size = { width: 2, height: 2 };

function loopOf(parts: Partial<FrameLoop>): { loop: FrameLoop; written: number[] } {
  const written: number[] = [];
  const loop: FrameLoop = {
    ...{ frames: 20, ...size, slots: createSlots(size.width, size.height) },
    threads: { draw: async () => {} },
    source: async () => null,
    restore: async () => {},
    write: async ({ bytes }) => {
      expect(bytes.length).toBe(frameBytes(size.width, size.height));
    },
    signal: new AbortController().signal,
    onFrame: (frame) => written.push(frame),
    ...parts,
  };
  return { loop, written };
}
/** Waits until Node reports unhandled rejections, which make vitest fail the run. */
const nextTick = () => new Promise((resolve) => setImmediate(resolve));

it('writes every frame once and in order', async () => {
  const { loop, written } = loopOf({});
  await runFrameLoop(loop);
  expect(written).toEqual(Array.from({ length: 20 }, (_, frame) => frame));
});

it('fails with the first frame that fails, also when those on their way fail after it', async () => {
  const { loop, written } = loopOf({
    threads: {
      draw: async ({ frame }) => {
        if (frame >= 2) throw new Error(`frame ${frame}`);
      },
    },
  });
  await expect(runFrameLoop(loop)).rejects.toThrow('frame 2');
  await nextTick();
  expect(written).toEqual([0, 1]);
});

it('fails where a frame cannot be restored, written or had', async () => {
  for (const part of ['restore', 'write', 'source'] as const) {
    const { loop } = loopOf({ [part]: () => Promise.reject(new Error(part)) });
    await expect(runFrameLoop(loop)).rejects.toThrow(part);
  }
  await nextTick();
});
