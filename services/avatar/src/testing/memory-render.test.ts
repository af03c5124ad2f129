import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { testClipRenderer } from '../clips/clip-renderer.contract.js';
import { testFilmJoiner } from '../clips/film-joiner.contract.js';
import { testPortraits } from '../clips/portraits.contract.js';
import { testRestorer } from '../enhance/restorer.contract.js';
import { local } from './local-files.js';
import { createMemoryRender, type Sketch } from './memory-render.js';

const folder = mkdtempSync(join(tmpdir(), 'anima-sketches-'));
afterAll(() => rmSync(folder, { recursive: true }));

function sketch(name: string, content: Sketch | string) {
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  writeFileSync(join(folder, name), text);
  return local(join(folder, name));
}
const size = { width: 64, height: 48 };

testClipRenderer('in memory', async () => ({
  renderer: createMemoryRender().renderer,
  head: sketch('head', { hasFace: true }),
  sound: sketch('sound', { seconds: 0.4 }),
}));
testRestorer('in memory', async () => ({
  restorer: createMemoryRender().restorer,
  picture: sketch('nobody', size),
}));
testFilmJoiner('in memory', async () => ({
  joiner: createMemoryRender().joiner,
  clips: [sketch('one', { seconds: 1 }), sketch('two', { seconds: 1 })],
}));
testPortraits('in memory', async () => ({
  portraits: createMemoryRender().portraits,
  somebody: sketch('somebody', { ...size, hasFace: true }),
  nobody: sketch('nobody', size),
  broken: sketch('broken', 'no sketch'),
}));
