import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createContext, runInContext } from 'node:vm';
import { type BuiltService, startBuilt } from '@anima/service/testing';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMemoryClient } from './index.js';

const EXAMPLES = new URL('../dist/examples', import.meta.url).pathname;
const SOURCES = new URL('../examples', import.meta.url).pathname;
const README = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

let memory: BuiltService;
let avatar: BuiltService;
beforeAll(async () => {
  [memory, avatar] = await Promise.all([startBuilt('memory'), startBuilt('avatar')]);
});
afterAll(() => Promise.all([memory?.close(), avatar?.close()]));

describe('the examples, as they are run by hand', { timeout: 120_000 }, () => {
  const begin = (name: string, ...args: string[]) =>
    promisify(execFile)(process.execPath, [join(EXAMPLES, `${name}.js`), ...args], {
      env: { ...process.env, MEMORY_URL: memory.url, AVATAR_URL: avatar.url },
      cwd: avatar.dataDir,
      encoding: 'buffer',
    });
  const run = async (name: string, ...args: string[]) => (await begin(name, ...args)).stdout.toString();

  it('remember and recall', async () => {
    const printed = await run('remember-and-recall');
    expect(printed).toMatch(/^\d\.\d\d We deploy on Fridays\n/);
    expect(printed).toContain('The staging database is called lima');
  });

  it('speak to a file', async () => {
    const printed = await run('speak-to-file');
    expect(printed).toMatch(/^\d\.\d\d s {2}Good\n/);
    expect(printed).toMatch(/ s in speech\.mp3\n$/);
    expect(readFileSync(join(avatar.dataDir, 'speech.mp3')).length).toBeGreaterThan(5_000);
  });

  it('a talking clip', async () => {
    const printed = await run('talking-clip', 'Hello.', 'hello.mp4');
    expect(printed).toMatch(/100 % succeeded done\n/);
    expect(readFileSync(join(avatar.dataDir, 'hello.mp4')).subarray(4, 8).toString()).toBe('ftyp');
  });

  it('streamed speech', async () => {
    const { stdout, stderr } = await begin('stream-speech', 'Good morning.');
    // Half a second at least, 16 bits each.
    expect(stdout.length).toBeGreaterThan(24_000);
    expect(stderr.toString().split(/\s/)).toEqual(expect.arrayContaining(['Good', 'morning']));
  });

  it('live speech', async () => {
    const speaking = begin('live-speech');
    speaking.child.stdin!.write('Good ');
    speaking.child.stdin!.end('morning.\n');
    const { stdout, stderr } = await speaking;
    expect(stdout.length).toBeGreaterThan(24_000);
    expect(stderr.toString()).toBe('Good morning ');
  });

  it('events', async () => {
    const following = begin('follow-events');
    await new Promise((resolve) => following.child.stdout!.once('data', resolve));
    const client = createMemoryClient({ url: memory.url });
    const { memory_id } = await client.remember({ content: 'Something new', type: 'fact' });
    await client.forget(memory_id);
    expect((await following).stdout.toString()).toBe(
      `listening\nmemory.created ${memory_id}\nmemory.archived ${memory_id}\n`,
    );
  });
});

it('the README names every example', () => {
  const names = readdirSync(SOURCES).filter((name) => name.endsWith('.ts'));
  for (const name of names) expect(README).toContain(`examples/${name}`);
});

/** The globals that browsers provide. */
const WEB = [
  ...[
    'fetch',
    'Request',
    'Response',
    'TransformStream',
    'Headers',
    'FormData',
    'Blob',
    'File',
    'URL',
    'URLSearchParams',
  ],
  ...['AbortController', 'AbortSignal', 'TextDecoder', 'TextEncoder', 'ReadableStream', 'crypto', 'atob'],
  ...['setTimeout', 'clearTimeout', 'DOMException', 'TypeError', 'SyntaxError'],
];

/** Bundles an entry point as a page would load it. */
async function bundled(door: string) {
  const input = new URL(`../dist/${door}.js`, import.meta.url).pathname;
  const bundle = await rolldown({ input, platform: 'browser', logLevel: 'silent' });
  const { output } = await bundle.generate({ format: 'iife', name: 'anima', minify: true });
  await bundle.close();
  return output[0];
}

it('the client is one small script that needs no Node.js, speaks and stores memories', {
  timeout: 120_000,
}, async () => {
  const { code, imports } = await bundled('index');
  expect(imports).toEqual([]);
  expect(code.length).toBeLessThan(40_000);
  const page = createContext(Object.fromEntries(WEB.map((name) => [name, Reflect.get(globalThis, name)])));
  runInContext(code, page);
  const reported = (await runInContext(
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
  expect(reported).toMatchObject({
    ...{ memory: 'The page was here', status: 'succeeded', refused: 'validation_failed' },
    samples: expect.any(Number),
  });
});
