import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type BuiltService, startBuilt } from '@anima/service/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fakeModel, sendJson, startFakeUpstream } from '../services/memory/src/testing/fake-upstream.ts';
import { hasSdk, TEST_SDKS, titleOfSdk } from '../services/memory/src/testing/test-sdks.ts';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const run = promisify(execFile);
const MINUTES = 60_000;

/** Adapters with the framework that they need. */
const python = [
  { folder: 'langgraph-python', sdk: 'py:langgraph' },
  { folder: 'openai-agents-python', sdk: 'py:agents' },
  { folder: 'langchain-python', sdk: 'py:langchain_core' },
  { folder: 'llama-index', sdk: 'py:llama_index' },
  { folder: 'anthropic-python', sdk: 'py:anthropic' },
];
const javascript = [
  { folder: 'langgraph', sdk: '@langchain/langgraph-checkpoint' },
  { folder: 'openai-agents', sdk: '@openai/agents' },
  { folder: 'ai-sdk', sdk: 'ai' },
  { folder: 'anthropic', sdk: '@anthropic-ai/sdk' },
];

let service: BuiltService;
let model: Awaited<ReturnType<typeof startFakeUpstream>>;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'anima-adapters-'));
  service = await startBuilt('memory');
  model = await startFakeUpstream((call, response) => {
    if (!call.path.includes('/messages')) return fakeModel(call, response);
    const { messages } = JSON.parse(call.body.toString()) as { messages: { content: unknown }[] };
    return sendJson(memoryToolAnswer(messages.at(-1)!.content))(call, response);
  });
});
afterAll(async () => {
  await Promise.all([service?.close(), model?.close()]);
  rmSync(folder, { recursive: true, force: true });
});

/** A fake model that creates a memory file, and then repeats the result of the tool. */
function memoryToolAnswer(content: unknown): object {
  const result = Array.isArray(content)
    ? content.find(({ type }: { type: string }) => type === 'tool_result')
    : undefined;
  const text = Array.isArray(result?.content) ? result.content[0].text : result?.content;
  const input = { command: 'create', path: '/memories/tea.md', file_text: 'The user drinks green tea.' };
  return {
    ...{ id: 'msg_1', type: 'message', role: 'assistant', model: 'fake', stop_sequence: null },
    usage: { input_tokens: 1, output_tokens: 1 },
    ...(result === undefined
      ? { stop_reason: 'tool_use', content: [{ type: 'tool_use', id: 'toolu_1', name: 'memory', input }] }
      : { stop_reason: 'end_turn', content: [{ type: 'text', text }] }),
  };
}

const environment = () => ({
  ...{ PATH: process.env.PATH, HOME: folder, PYTHONDONTWRITEBYTECODE: '1' },
  ...{ MEMORY_URL: service.url, MODEL_URL: model.url },
});

async function runPytest(adapter: string, args: readonly string[], env: Record<string, string> = {}) {
  const sources = [join(root, 'clients/python/src'), join(root, 'adapters', adapter, 'src')];
  const options = ['-q', '-p', 'no:cacheprovider', '--import-mode=importlib', '-o', 'asyncio_mode=auto'];
  return run(join(TEST_SDKS, 'python/bin/python'), ['-m', 'pytest', ...options, ...args], {
    cwd: folder,
    env: { ...environment(), PYTHONPATH: sources.join(':'), ...env },
    maxBuffer: 1 << 24,
  }).catch((failed: { stdout: string; stderr: string }) => {
    throw new Error(`${failed.stdout}\n${failed.stderr}`.slice(-6_000));
  });
}

describe.each(python)('adapters/$folder', ({ folder: adapter, sdk }) => {
  it.skipIf(!hasSdk(sdk))(`passes its tests with ${titleOfSdk(sdk)}`, { timeout: 5 * MINUTES }, async () => {
    const { stdout } = await runPytest(adapter, [join(root, 'adapters', adapter, 'tests')]);
    expect(stdout).toMatch(/\d+ passed/);
    expect(stdout).not.toMatch(/failed|skipped/);
  });
});

/** The tests that LangGraph has for its own store; those of custom embeddings do not apply. */
const ownTests = join(TEST_SDKS, 'python', 'langgraph-tests');
describe('adapters/langgraph-python', () => {
  const title = existsSync(ownTests) ? '' : ` (skipped, they are not in ${ownTests})`;
  it.skipIf(title !== '')(
    `passes the store tests of LangGraph itself${title}`,
    { timeout: 5 * MINUTES },
    async () => {
      const plugin = join(root, 'adapters/langgraph-python/tests');
      const { stdout } = await runPytest(
        'langgraph-python',
        [
          ...['-p', 'conftest', '--rootdir', ownTests, '--import-mode=prepend'],
          join(ownTests, 'tests/test_store.py'),
          ...['-k', 'not vector and not embed and not non_ascii'],
        ],
        {
          ANIMA_REPLACE_IN_MEMORY_STORE: '1',
          PYTHONPATH: [
            join(root, 'clients/python/src'),
            join(root, 'adapters/langgraph-python/src'),
            plugin,
            ownTests,
          ].join(':'),
        },
      );
      expect(stdout).toMatch(/\d+ passed/);
      expect(stdout).not.toMatch(/failed|skipped/);
    },
  );
});

describe.each(javascript)('adapters/$folder', ({ folder: adapter, sdk }) => {
  it.skipIf(!hasSdk(sdk))(`passes its tests with ${titleOfSdk(sdk)}`, { timeout: 5 * MINUTES }, async () => {
    // Node finds packages in the folders above a program.
    const modules = join(TEST_SDKS, 'js/node_modules');
    mkdirSync(join(modules, '@anima'), { recursive: true });
    rmSync(join(modules, '@anima/client'), { force: true });
    symlinkSync(join(root, 'packages/client'), join(modules, '@anima/client'));
    const copy = mkdtempSync(join(TEST_SDKS, 'js', `${adapter}-`));
    try {
      cpSync(join(root, 'adapters', adapter), copy, { recursive: true });
      const tests = readdirSync(copy).filter((name) => name.endsWith('.test.mjs'));
      await run(process.execPath, ['--test', ...tests], {
        cwd: copy,
        env: environment(),
        maxBuffer: 1 << 24,
      }).catch((failed: { stdout: string; stderr: string }) => {
        throw new Error(`${failed.stdout}\n${failed.stderr}`.slice(-6_000));
      });
    } finally {
      rmSync(copy, { recursive: true, force: true });
    }
  });
});
