import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { PreparedMesh } from '@anima/face';
import { afterAll, describe, expect, it } from 'vitest';
import { findFfmpeg } from '../../media/ffmpeg/find-ffmpeg.js';
import { openFilesIn } from '../../testing/processes.js';
import type { RenderContext } from '../clip-renderer.js';
import { openMeshEngine } from '../engines/mesh/engine.js';
import { createStudio } from './render-resources.js';

const ADA = fileURLToPath(new URL('../../../sources/ada-listening.mp4', import.meta.url));
const subject = {
  ...({ kind: 'clip', name: null, path: ADA, format: 'mp4', hasAudio: false } as const),
  ...{ width: 512, height: 512, duration: 8, fps: 25 },
};
const folder = mkdtempSync(join(tmpdir(), 'anima-subject-'));
const studio = createStudio({ ffmpeg: await findFfmpeg(undefined), tracksDir: '' });
afterAll(() => rmSync(folder, { recursive: true }));

let tracks = 0;
/** Tracks the face of ada through five small frames, each time from the start. */
function open(context: RenderContext, get: () => PreparedMesh | undefined = () => undefined) {
  const tracksDir = join(folder, String(tracks++));
  const engine = openMeshEngine({ ...studio, tracksDir }, { get, set: () => {} });
  const motion = { fps: 25, frames: 5, values: new Float32Array(0) };
  const order = {
    ...({
      engine: 'mesh',
      subject,
      sound: { path: '' },
      timeline: null,
      captions: [],
      networks: {},
    } as const),
    options: {
      ...{ fps: null, width: 128, enhance: false, headMotion: 0, blink: false, fade: 0 },
      ...({ background: { kind: 'default' }, captions: 'none', faceAt: null, seed: 0 } as const),
    },
    ...{ motion, outputPath: join(folder, 'clip.mp4') },
  };
  return engine.begin(order, context);
}
const context = (progress: () => void, signal: AbortSignal): RenderContext => ({ progress, signal });
const never = new AbortController().signal;

describe.skipIf(process.platform !== 'linux')('the files of a clip whose face is followed', () => {
  it('are closed with it', async () => {
    const opened = await open(context(() => {}, never));
    expect(openFilesIn(folder)).toHaveLength(1);
    await opened.close();
    expect(openFilesIn(folder)).toEqual([]);
  });

  it('are closed, and its folder is removed, when it is cancelled: at the first frame and later, and when all are followed', async () => {
    for (const last of [1, 3, 5]) {
      const controller = new AbortController();
      let frames = 0;
      const progress = () => {
        if (++frames === last) controller.abort(new Error('Cancelled'));
      };
      await expect(open(context(progress, controller.signal))).rejects.toThrow('Cancelled');
      expect(openFilesIn(folder)).toEqual([]);
      expect(readdirSync(folder).filter((name) => name.startsWith('frames-'))).toEqual([]);
    }
  });

  it('are closed when it cannot be prepared', async () => {
    const broken = () => {
      throw new Error('broken');
    };
    await expect(
      open(
        context(() => {}, never),
        broken,
      ),
    ).rejects.toThrow('broken');
    expect(openFilesIn(folder)).toEqual([]);
  });
});
