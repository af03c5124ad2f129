import { createContext, runInContext } from 'node:vm';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BuiltService, startBuilt } from './testing/built-service.js';

/** What browsers have of it. */
const WEB = [
  ...['fetch', 'Request', 'Response', 'Headers', 'FormData', 'Blob', 'File', 'URL', 'URLSearchParams'],
  ...['AbortController', 'AbortSignal', 'TextDecoder', 'TextEncoder', 'ReadableStream', 'crypto', 'atob'],
  ...['setTimeout', 'clearTimeout', 'DOMException', 'TypeError', 'SyntaxError'],
];

let avatar: BuiltService;
let memory: BuiltService;
beforeAll(async () => {
  [avatar, memory] = await Promise.all([startBuilt('avatar'), startBuilt('memory')]);
});
afterAll(() => Promise.all([avatar.close(), memory.close()]));

async function bundled(door: string) {
  const input = new URL(`../dist/${door}.js`, import.meta.url).pathname;
  const bundle = await rolldown({ input, platform: 'browser', logLevel: 'silent' });
  const { output } = await bundle.generate({ format: 'iife', name: 'anima', minify: true });
  await bundle.close();
  return output[0];
}

it('the client is one small script that needs nothing of Node.js, and speaks and remembers', {
  timeout: 120_000,
}, async () => {
  const { code, imports } = await bundled('index');
  expect(imports).toEqual([]);
  expect(code.length).toBeLessThan(40_000);
  const page = createContext(Object.fromEntries(WEB.map((name) => [name, Reflect.get(globalThis, name)])));
  runInContext(code, page);
  const told = (await runInContext(
    `(async () => {
      const memory = anima.createMemoryClient({ url: ${JSON.stringify(memory.url)}, agentId: 'page' });
      await memory.remember({ content: 'The page was here', type: 'fact' });
      const { memories } = await memory.recall('who was here?', { limit: 1 });
      const avatar = anima.createAvatarClient({ url: ${JSON.stringify(avatar.url)} });
      let samples = 0;
      for await (const event of avatar.speakStream({ text: 'Hello.' }))
        if (event.type === 'audio') samples += event.samples.length;
      const job = await avatar.waitFor(await avatar.speak({ text: 'Hello.' }));
      const refused = await avatar.speak({ text: '' }).catch((error) => error.code);
      return { memory: memories[0].content, samples, status: job.status, refused };
    })()`,
    page,
  )) as object;
  expect(told).toMatchObject({
    ...{ memory: 'The page was here', status: 'succeeded', refused: 'validation_failed' },
    samples: expect.any(Number),
  });
});
