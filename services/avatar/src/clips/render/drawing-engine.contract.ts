import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Frame, MOTION_CHANNELS, shapeIndex } from '@anima/face';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findFfmpeg } from '../../media/ffmpeg/find-ffmpeg.js';
import type { ByPath } from '../../media/media-ref.js';
import { builtModule } from '../../processes/programs.js';
import type { ClipSubject } from '../clip-payload.js';
import type { Drawing, DrawingEngine, DrawOrder, OpenEngine } from './drawing-engine.js';

const STUDIO = new URL('./render-resources.ts', import.meta.url).href;
const FRAMES = 12;

/** A mouth that opens wide, and stays open; the sound of the suite goes from silence to noise. */
function opening(): DrawOrder['motion'] {
  const values = new Float32Array(new SharedArrayBuffer(4 * FRAMES * MOTION_CHANNELS));
  for (let frame = 0; frame < FRAMES; frame++)
    values[frame * MOTION_CHANNELS + shapeIndex.jawOpen] = Math.min(1, frame / (FRAMES / 2));
  return { fps: 10, frames: FRAMES, values };
}

/** Subject that fits the engine under test, and the networks of the engine. */
export interface TestSubject {
  subject: ClipSubject<ByPath>;
  sound: ByPath;
  networks: Readonly<Record<string, string>>;
}

/** Contract of every `DrawingEngine` in a render worker. */
export function testDrawingEngine(shipped: DrawingEngine, given: () => Promise<TestSubject>): void {
  describe(`the face engine ${shipped.name}`, { timeout: 60_000 }, () => {
    const folder = mkdtempSync(join(tmpdir(), 'anima-engine-'));
    let engine: DrawingEngine;
    let opened: OpenEngine;
    let order: DrawOrder;
    beforeAll(async () => {
      ({ engine } = (await import(builtModule(shipped.module))) as { engine: DrawingEngine });
      const { createStudio } = (await import(builtModule(STUDIO))) as typeof import('./render-resources.js');
      opened = engine.open(
        createStudio({
          ffmpeg: await findFfmpeg(undefined),
          tracksDir: join(folder, 'tracks'),
        }),
      );
      order = {
        ...(await given()),
        ...({ engine: engine.name, timeline: null, captions: [] } as const),
        options: {
          ...{ fps: 10, width: 128, enhance: false, headMotion: 0, blink: false, fade: 0 },
          ...({ background: { kind: 'default' }, captions: 'none', faceAt: null, seed: 0 } as const),
        },
        motion: opening(),
        outputPath: join(folder, 'clip.mp4'),
      };
    });
    afterAll(() => rmSync(folder, { recursive: true }));

    const context = (signal = new AbortController().signal) => ({ signal, progress: () => {} });
    async function drawn(onFrame: (frame: number) => void = () => {}, signal?: AbortSignal) {
      const within = context(signal);
      const frames: Frame[] = [];
      const drawnFrames: number[] = [];
      const drawing: Drawing = await opened.begin(order, within);
      try {
        await drawing.draw({
          restore: async () => {},
          write: async (frame) => void frames.push({ ...frame, bytes: frame.bytes.slice() }),
          onFrame: (frame) => {
            drawnFrames.push(frame);
            onFrame(frame);
          },
          signal: within.signal,
        });
      } finally {
        await drawing.close();
      }
      return { drawing, frames, told: drawnFrames };
    }

    it('is the export of its module and fits the given subject', () => {
      expect(engine.name).toBe(shipped.name);
      expect(engine.fits(order.subject)).toBe(true);
      expect(Object.keys(order.networks).sort()).toEqual([...engine.needs].sort());
    });

    it('loads ahead, more than once and also with a face', async () => {
      await opened.load(null);
      await opened.load(order.subject);
      await opened.load(order.subject);
    });

    it('draws every frame of the motion, in order and all of one even size, the same each time', async () => {
      const { drawing, frames, told: drawnFrames } = await drawn();
      expect(drawnFrames).toEqual(Array.from({ length: FRAMES }, (_, frame) => frame));
      const { width, height } = drawing;
      expect([width % 2, height % 2]).toEqual([0, 0]);
      expect(frames.filter((frame) => frame.width !== width || frame.height !== height)).toEqual([]);
      const again = (await drawn()).frames;
      expect(frames.map(({ bytes }, i) => Buffer.compare(bytes, again[i]!.bytes))).toEqual(
        frames.map(() => 0),
      );
    });

    it('moves the mouth, and with it less than half of the picture', async () => {
      const { frames } = await drawn();
      const [shut, open] = [frames[0]!, frames.at(-1)!];
      const luma = shut.bytes.subarray(0, shut.width * shut.height);
      const changed = luma.filter((value, at) => Math.abs(value - open.bytes[at]!) > 8).length;
      expect(changed).toBeGreaterThan(20);
      expect(changed).toBeLessThan(luma.length / 2);
    });

    it('ends when it is aborted, leaves no file, and draws the next clip', async () => {
      const controller = new AbortController();
      const stop = (frame: number) => {
        if (frame === 2) controller.abort(new Error('Cancelled'));
      };
      await expect(
        drawn(stop, controller.signal).then(({ told: drawnFrames }) => drawnFrames),
      ).rejects.toThrow('Cancelled');
      expect(readdirSync(folder).filter((name) => name !== 'tracks')).toEqual([]);
      expect((await drawn()).frames).toHaveLength(FRAMES);
    });
  });
}
