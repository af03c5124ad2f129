import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestMedia, LEO, type TestMedia } from '../../../testing/test-media.js';
import type { DrawOrder } from '../../render/drawing-engine.js';
import { createFaceFinder } from '../../render/face-finder.js';
import type { FrameThreads } from '../../render/frame-threads.js';
import { createStudio } from '../../render/render-resources.js';
import { engine } from './engine.js';

let media: TestMedia;
beforeAll(async () => {
  media = await createTestMedia();
});
afterAll(() => media.remove());

/** Returns an engine whose threads do not draw, and records the calls of its networks and threads. */
function opened() {
  const finder = createFaceFinder();
  const painters: string[] = [];
  let requestCount = 0;
  const threads: FrameThreads = {
    open: async ({ painterKey }) => void painters.push(painterKey),
    draw: async () => {},
    close: async () => {},
  };
  const studio = {
    ...createStudio({ ffmpeg: null, tracksDir: media.at('tracks') }),
    finder: {
      ...finder,
      use: <T>(work: Parameters<typeof finder.use<T>>[0]) => {
        requestCount++;
        return finder.use(work);
      },
    },
    threads: () => threads,
  };
  const mesh = engine.open(studio);
  return {
    painters,
    requestCount: () => requestCount,
    async draw(path: string, options: Partial<DrawOrder['options']> = {}) {
      const drawing = await mesh.begin(orderFor(path, options), context);
      await drawing.draw({
        ...{ restore: async () => {}, write: async () => {}, onFrame: () => {} },
        signal: context.signal,
      });
      await drawing.close();
      return drawing;
    },
  };
}
const context = { signal: new AbortController().signal, progress: () => {} };

function orderFor(path: string, options: Partial<DrawOrder['options']>): DrawOrder {
  return {
    ...({ engine: 'mesh', timeline: null, captions: [], networks: {}, sound: { path: '' } } as const),
    subject: { kind: 'picture', format: 'png', name: null, path, width: 256, height: 256 },
    options: {
      ...{ fps: 10, width: 128, enhance: false, headMotion: 0, blink: false, fade: 0 },
      ...({ background: { kind: 'default' }, captions: 'none', faceAt: null, seed: 0 } as const),
      ...options,
    },
    motion: { fps: 10, frames: 1, values: new Float32Array(0) },
    outputPath: join(path, '..', 'clip.mp4'),
  };
}

function writePicture(path: string, filter: string): void {
  media.run('-y', '-i', LEO.replace('.glb', '.png'), '-vf', `scale=256:256${filter}`, path);
}

it('prepares a picture once, and keeps its painter, as long as file, size and place of the face stay the same', async () => {
  const path = media.at('leo.png');
  writePicture(path, '');
  const { draw, requestCount, painters } = opened();
  expect(await draw(path)).toMatchObject({ width: 128, height: 128, track: { framesWithFace: 1 } });
  expect(requestCount()).toBe(1);
  await draw(path);
  expect(requestCount()).toBe(1);
  expect(painters[1]).toBe(painters[0]);

  expect(await draw(path, { width: 192 })).toMatchObject({ width: 192, height: 192 });
  await draw(path, { faceAt: { x: 0.5, y: 0.5 } });
  writePicture(path, ',hue=b=-1');
  await draw(path);
  expect(requestCount()).toBe(4);
  expect(new Set(painters).size).toBe(4);
});
