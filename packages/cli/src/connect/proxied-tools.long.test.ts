import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BuiltService, startBuilt } from '@anima/service/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FakeModel, startFakeModel } from '../testing/fake-model/fake-model.js';
import { howToInstall, isInstalled, realTools } from '../testing/real-tools/real-tools.js';
import { openWorkplace, type Workplace } from '../testing/real-tools/workplace.js';

const MINUTES = 60_000;
const FACT = 'The release train leaves on Thursday at 14:00 from platform nine';
/** Tools that get memory through the proxy alone, with the address they call. */
const proxied = [
  { name: 'claude-code', path: '/proxy/anthropic' },
  { name: 'codex', path: '/proxy/openai' },
].map(({ name, path }) => ({ path, tool: realTools.find((each) => each.name === name)! }));

let root: string;
let model: FakeModel;
let memory: BuiltService;

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'anima-proxied-tools-'));
  model = await startFakeModel();
  memory = await startBuilt('memory', {
    MEMORY_PROXY_OPENAI: model.url,
    MEMORY_PROXY_ANTHROPIC: model.url,
    MEMORY_PROXY_RECALL_MS: '20000',
  });
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ content: FACT, type: 'fact' });
  expect((await fetch(`${memory.url}/api/v1/remember`, { method: 'POST', headers, body })).status).toBe(201);
}, 2 * MINUTES);
afterAll(async () => {
  await Promise.all([model?.close(), memory?.close()]);
  rmSync(root, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
});

/** Returns the stored turns that contain a text, oldest first. */
async function turnsWith(text: string) {
  const response = await fetch(`${memory.url}/api/v1/memories?tags=conversation&page_size=200`);
  const { memories } = (await response.json()) as {
    memories: { content: string; role: string; conversation_id: string }[];
  };
  const { conversation_id: conversation } = memories.find(({ content }) => content.includes(text)) ?? {};
  return memories.filter(({ conversation_id }) => conversation_id === conversation).toReversed();
}

describe.each(proxied)('$tool.name through the proxy', ({ tool, path }) => {
  describe.skipIf(!isInstalled(tool))(howToInstall(tool), () => {
    let place: Workplace;
    beforeAll(() => {
      // The tool is not connected: only its base URL is different.
      place = openWorkplace(root, tool, {
        model: { ...model, url: memory.url + path },
        memoryUrl: memory.url,
      });
    });
    afterAll(async () => {
      await place?.close();
    }, MINUTES);

    it(
      'gets memories, at the same position in the next turn, and its turns are stored',
      async () => {
        const first = `When does the release train leave, asks ${tool.name}?`;
        const second = 'Thank you, and what is the number of the platform?';
        model.respond(first, [{ text: 'On Thursday at 14:00.' }]);
        model.respond(second, [{ text: 'It is platform nine.' }]);
        const run = await place.prompt(first);
        expect(run.out).toContain('On Thursday at 14:00.');
        const blocksIn = (body: string) => body.match(/<anima-memory>.*?anima-memory>/gs) ?? [];
        const [block] = blocksIn(run.requests.at(-1)!.body);
        expect(block).toContain('platform nine');

        const next = await place.prompt(second, { isContinued: true });
        expect(next.out).toContain('It is platform nine.');
        expect(blocksIn(next.requests.at(-1)!.body)[0]).toBe(block);
        await expect
          .poll(
            async () => (await turnsWith(`asks ${tool.name}`)).map(({ role, content }) => [role, content]),
            {
              timeout: 20_000,
            },
          )
          .toEqual([
            ['user', first],
            ['assistant', 'On Thursday at 14:00.'],
            ['user', second],
            ['assistant', 'It is platform nine.'],
          ]);
      },
      5 * MINUTES,
    );
  });
});
