import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ClipRenderer } from '../../ports/clip-renderer.js';
import { createTestMedia, LEO, type TestMedia } from '../../testing/test-media.js';
import { findFfmpeg } from '../ffmpeg/find-ffmpeg.js';
import { createLookQueue } from '../look-queue.js';
import { createRenderPool } from './render-pool.js';

let media: TestMedia;
let pool: ClipRenderer;
const crashes: string[] = [];
const folder = mkdtempSync(join(tmpdir(), 'anima-pool-'));

beforeAll(async () => {
  media = await createTestMedia();
  media.run('-f', 'lavfi', '-i', 'sine=duration=0.2', media.at('blip.wav'));
  pool = createRenderPool({
    ffmpeg: await findFfmpeg(undefined),
    tracksDir: join(folder, 'tracks'),
    looks: createLookQueue(),
    networks: { installed: async () => new Map() },
    onCrash: (detail) => crashes.push(detail),
  });
});
afterAll(async () => {
  await pool.close();
  media.remove();
  rmSync(folder, { recursive: true });
});

async function render(name: string): Promise<number> {
  const { frames } = await pool.render(
    {
      engine: 'head',
      subject: { kind: 'head', name: 'leo', path: LEO },
      soundPath: media.at('blip.wav'),
      timeline: null,
      options: {
        ...{ fps: 10, width: 64, enhance: false, headMotion: 0, blink: false, fade: 0, captions: 'none' },
        ...{ background: { kind: 'default' }, faceAt: null, seed: 0 },
      },
      captions: [],
      outputPath: join(folder, `${name}.mp4`),
    },
    { signal: new AbortController().signal, progress: () => {} },
  );
  return frames;
}

it('sends home what is not needed for now, and counts on it no more', { timeout: 120_000 }, async () => {
  for (let round = 0; round < 2; round++) {
    const drawn = await Promise.all(['a', 'b'].map((name) => render(`${round}${name}`)));
    expect(drawn).toEqual([2, 2]);
  }
  expect(crashes).toEqual([]);
});
