import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { testRestorer } from '../../enhance/restorer.contract.js';
import { findFfmpeg } from '../../media/ffmpeg/find-ffmpeg.js';
import { createLookQueue } from '../../media/probe-queue.js';
import { type OpenRender, openRender } from '../../open-parts.js';
import { local, localFiles } from '../../testing/local-files.js';
import { createTestMedia, H264, LEO, type TestMedia } from '../../testing/test-media.js';
import { testClipRenderer } from '../clip-renderer.contract.js';
import { testFilmJoiner } from '../film-joiner.contract.js';
import { testPortraits } from '../portraits.contract.js';
import { faceEngines } from './face-engines.js';

const folder = mkdtempSync(join(tmpdir(), 'anima-render-'));
let media: TestMedia;
let render: OpenRender;
beforeAll(async () => {
  media = await createTestMedia();
  media.run('-f', 'lavfi', '-i', 'sine=duration=0.4', media.at('blip.wav'));
  media.run('-i', LEO.replace('.glb', '.png'), '-vf', 'scale=128:128', media.at('leo.png'));
  media.run('-f', 'lavfi', '-i', 'color=c=gray:s=64x48', '-frames:v', '1', media.at('grey.png'));
  writeFileSync(media.at('broken.png'), 'no picture');
  const [ffmpeg, files, looks] = [await findFfmpeg(undefined), localFiles(), createLookQueue()];
  const silent = { warn: () => {}, error: () => {} };
  render = openRender(
    { AVATAR_DATA_DIR: folder },
    { engines: faceEngines, media: { ffmpeg, files, looks }, log: silent },
  );
});
afterAll(async () => {
  await render.close();
  media.remove();
  rmSync(folder, { recursive: true });
});
const at = (name: string) => local(media.at(name));

testClipRenderer('of processes', async () => ({
  renderer: render.renderer,
  head: local(LEO),
  sound: at('blip.wav'),
}));
testRestorer('of processes', async () => ({ restorer: render.restorer, picture: at('grey.png') }));
testFilmJoiner('of processes', async () => ({
  joiner: render.joiner,
  clips: [local(media.make('one.mp4', ...H264)), local(media.make('two.mp4', ...H264))],
}));
testPortraits('of processes', async () => ({
  portraits: render.portraits,
  somebody: at('leo.png'),
  nobody: at('grey.png'),
  broken: at('broken.png'),
}));
