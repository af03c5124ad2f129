import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type BuiltService, startBuilt } from '@anima/service/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeModel, startFakeUpstream, type UpstreamCall } from '../testing/fake-upstream.js';
import { hasSdk, runWithSdk, titleOfSdk } from '../testing/test-sdks.js';

const FACT = 'The tool for the weather is calibrated every Monday, please note.';

let upstream: Awaited<ReturnType<typeof startFakeUpstream>>;
let service: BuiltService;
let aborted: UpstreamCall[] = [];

beforeAll(async () => {
  upstream = await startFakeUpstream((call, response) => {
    call.aborted.then(() => aborted.push(call));
    return fakeModel(call, response);
  });
  service = await startBuilt('memory', {
    MEMORY_PROXY_OPENAI: upstream.url,
    MEMORY_PROXY_ANTHROPIC: upstream.url,
    MEMORY_PROXY_RECALL_MS: '20000',
  });
});
afterAll(async () => {
  await service?.close();
  await upstream?.close();
});
beforeEach(() => {
  upstream.calls.length = 0;
  aborted = [];
});

const program = (name: string) => fileURLToPath(new URL(`../../fixtures/sdks/${name}`, import.meta.url));
const json = async (path: string, init?: RequestInit) =>
  (await (await fetch(service.url + path, init)).json()) as {
    memories: Record<string, unknown>[];
    total: number;
  };

const sdks = [
  { sdk: 'openai', file: 'openai.mjs', key: 'sk-js', error: 'RateLimitError', turns: 14 },
  { sdk: 'py:openai', file: 'openai_sdk.py', key: 'sk-py', error: 'RateLimitError', turns: 14 },
  { sdk: '@anthropic-ai/sdk', file: 'anthropic.mjs', key: 'sk-ant-js', error: 'RateLimitError', turns: 8 },
  { sdk: 'py:anthropic', file: 'anthropic_sdk.py', key: 'sk-ant-py', error: 'RateLimitError', turns: 8 },
];

describe.each(sdks)('the proxy with an official SDK', ({ sdk, file, key, error, turns }) => {
  it.skipIf(!hasSdk(sdk))(
    `${titleOfSdk(sdk)}: streams, tools, images, errors, cancellation`,
    async () => {
      const project = `sdk ${sdk}`;
      await json('/api/v1/remember', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ content: FACT, type: 'fact', project }),
      });
      const results = await runWithSdk(program(file), {
        PROXY: service.url,
        PROJECT: encodeURIComponent(project),
      });
      expect(results).toMatchObject({
        plain: 'You said: Plain, please.',
        streamed: 'You said: Stream, please.',
        tool: ['weather', 'It is sunny.'],
        image: 'You said: Look at this image.',
        error: [error, 429, 'Too fast'],
        cancelled: 3,
      });
      if (sdk.endsWith('openai'))
        expect(results).toMatchObject({
          responses: ['You said: Respond, please.', 'You said: And once more, please.'],
          responseEvents: expect.arrayContaining([
            'response.created',
            'response.output_text.delta',
            'response.completed',
          ]),
          models: ['fake'],
        });
      else expect(results).toMatchObject({ tokens: 7 });

      await vi.waitFor(() => expect(aborted).toHaveLength(1));
      for (const { headers } of upstream.calls) {
        expect(`${headers.authorization}${headers['x-api-key']}`).toContain(key);
        expect(headers['x-anima-project']).toBeUndefined();
      }
      const withTool = upstream.calls.filter(({ body }) => body.includes('Use the tool, please.'));
      expect(withTool).toHaveLength(2);
      // The memory is in both requests of the turn, at the same position.
      const [first, second] = withTool.map(({ body }) => JSON.parse(body.toString()).messages[0]);
      expect(JSON.stringify(first)).toContain('calibrated every Monday');
      expect(second).toEqual(first);

      const list = `/api/v1/memories?page_size=100&tags=conversation&project_id=${encodeURIComponent(project)}`;
      await vi.waitFor(async () => expect((await json(list)).total).toBe(turns), 15_000);
      await delay(300);
      const { memories } = await json(list);
      expect(memories).toHaveLength(turns);
      const texts = memories.map(({ content }) => content);
      expect(texts).toEqual(
        expect.arrayContaining(['Use the tool, please.', 'It is sunny.', 'You said: Stream, please.']),
      );
      for (const unfinished of ['Fail, please.', 'Endless, please.']) expect(texts).not.toContain(unfinished);
    },
    180_000,
  );
});
