import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { engine as plain } from '../../testing/engines/plain-face/engine.js';
import { createTestMedia, LEO, type TestMedia } from '../../testing/test-media.js';
import { engine as head } from '../engines/head/engine.js';
import { engine as mesh } from '../engines/mesh/engine.js';
import { engine as wav2lip } from '../engines/wav2lip/engine.js';
import { testDrawingEngine } from './drawing-engine.contract.js';
import { faceEngines } from './face-engines.js';

const NETWORKS = fileURLToPath(new URL('../../../../../scripts/make-test-networks.mjs', import.meta.url));

let media: TestMedia;
const size = { width: 256, height: 256 };
beforeAll(async () => {
  media = await createTestMedia();
  media.run('-i', LEO.replace('.glb', '.png'), '-vf', 'scale=256:256', media.at('leo.png'));
  media.run(
    '-f',
    'lavfi',
    '-i',
    'anoisesrc=duration=1.2:amplitude=0.9:seed=1',
    '-af',
    "volume=0:enable='lt(t,0.6)'",
    media.at('noise.wav'),
  );
});
afterAll(() => media.remove());

const seen = async (networks: Record<string, string> = {}) => ({
  subject: { kind: 'picture', format: 'png', name: null, path: media.at('leo.png'), ...size } as const,
  sound: { path: media.at('noise.wav') },
  networks,
});
testDrawingEngine(head, async () => ({
  ...(await seen()),
  subject: { kind: 'head', name: null, path: LEO },
}));
testDrawingEngine(mesh, seen);
testDrawingEngine(plain, seen);
testDrawingEngine(wav2lip, async () => {
  execFileSync(process.execPath, [NETWORKS, media.at('.')]);
  return seen({ wav2lip: media.at('models/wav2lip/wav2lip.onnx') });
});

it('every engine has a unique name', () => {
  const names = faceEngines.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});
