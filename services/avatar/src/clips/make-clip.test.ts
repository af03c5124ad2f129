import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { createAudioEncoder } from '../speech/audio-encoder.js';
import { createMemoryEngine } from '../testing/engines/memory-engine.js';
import { createMemoryRender } from '../testing/memory-render.js';
import type { ClipPayload } from './clip-payload.js';
import { makeClip } from './make-clip.js';

const folder = mkdtempSync(join(tmpdir(), 'anima-make-clip-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const payload: ClipPayload = {
  subject: { name: null, file: { kind: 'local_file', path: '/leo.glb' }, kind: 'head' },
  sound: { kind: 'text', text: 'Hello there.', voice: 'beep-low', speed: 1, seed: 0, lexicon: {} },
  engine: 'sketch',
  options: {
    ...{ fps: 10, width: 64, enhance: false, headMotion: 0, blink: false, fade: 0, captions: 'none' },
    ...{ background: { kind: 'default' }, faceAt: null, seed: 0 },
  },
};

it('prepares rendering during synthesis, and renders even if the preparation failed', async () => {
  const { renderer } = createMemoryRender();
  const speech = createMemoryEngine();
  const order: string[] = [];
  const draft = {
    path: (name: string) => join(folder, name),
    write: async () => {},
    remove: async () => {},
    publish: async () => new Map(),
    discard: async () => {},
  };
  const made = await makeClip(
    {
      speech: {
        ...speech,
        async *speak(...request) {
          order.push('speaks');
          yield* speech.speak(...request);
        },
      },
      encoder: createAudioEncoder(null),
      records: { byId: () => null },
      renderer: {
        isLoaded: () => false,
        async load(engine, face) {
          order.push(`loads ${engine} with a ${face?.kind}`);
          throw new Error('no memory left');
        },
        render(...asked) {
          order.push('draws');
          return renderer.render(...asked);
        },
      },
    },
    payload,
    draft,
    { signal: new AbortController().signal, progress: () => {} },
  );
  expect(order).toEqual(['loads sketch with a head', 'speaks', 'draws']);
  expect(made.duration).toBeGreaterThan(0);
});
