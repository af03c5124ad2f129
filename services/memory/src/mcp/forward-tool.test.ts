import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AppError } from '@anima/service/errors';
import { afterEach, expect, it } from 'vitest';
import { createToolForwarder } from './forward-tool.js';
import { createServiceLink } from './service-link.js';
import type { ToolName } from './tool-definitions.js';

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** A service whose /mcp misbehaves; counts how often it is called. */
async function against(mcp: RequestListener) {
  let calls = 0;
  server = createServer((request, response) => {
    if (request.url === '/health') return response.end('{"status":"ok"}');
    calls++;
    return mcp(request, response);
  });
  await new Promise<void>((resolve) => server!.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const link = createServiceLink({ url, start: null });
  const run = createToolForwarder({ link, tokens: [], version: '1', onError: () => {} });
  return {
    url,
    calls: () => calls,
    call: async (name: ToolName, signal = new AbortController().signal) => {
      const { content, isError } = await run({
        name,
        arguments: {},
        agentId: 'ada',
        confinedAgent: null,
        canSample: false,
        sampled: null,
        signal,
      });
      return { text: (content as { text: string }[])[0]!.text, isError };
    },
  };
}

it('repeats a reading call whose connection broke, and never a writing one', async () => {
  const broken = await against((request) => request.socket.destroy());
  const written = await broken.call('remember');
  expect(written).toMatchObject({
    isError: true,
    text: expect.stringContaining('may or may not have had an effect'),
  });
  expect(broken.calls()).toBe(1);
  expect((await broken.call('recall')).isError).toBe(true);
  expect(broken.calls()).toBe(1 + 3);
});

it('repeats any call that a stopping service did not begin', async () => {
  let stopping = true;
  const service = await against((_request, response) => {
    if (stopping) response.writeHead(503).end('{}');
    else
      response.end(
        JSON.stringify({ jsonrpc: '2.0', id: 1, result: { content: [{ type: 'text', text: 'done' }] } }),
      );
    stopping = false;
  });
  expect(await service.call('remember')).toEqual({ text: 'done', isError: undefined });
  expect(service.calls()).toBe(2);
});

it.each<[string, RequestListener, RegExp]>([
  [
    'is no memory service',
    (_, response) => response.writeHead(404).end('<html>'),
    /is not a memory service with MCP \(HTTP 404\)/,
  ],
  ['answers nonsense', (_, response) => response.end('[1'), /is not a memory service with MCP \(HTTP 200\)/],
  [
    'refuses',
    (_, response) => response.writeHead(413).end('{"detail":"The body is larger than this service accepts"}'),
    /rejected the call: The body is larger/,
  ],
  [
    'knows no such tool',
    (_, response) =>
      response.end('{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"Tool audit not found"}}'),
    /rejected the call: Tool audit not found/,
  ],
])('says so when what answers %s', async (_, listener, message) => {
  const service = await against(listener);
  const { text, isError } = await service.call('audit');
  expect(isError).toBe(true);
  expect(text).toMatch(message);
});

it('is cancelled with the call', async () => {
  const service = await against(() => {});
  const gone = new AbortController();
  const call = service.call('recall', gone.signal);
  setTimeout(() => gone.abort(), 20);
  await expect(call).rejects.toThrow(/abort/);
});

it('reports why no service is reachable, but not internal errors', async () => {
  const seen: unknown[] = [];
  const failures = [new AppError('data_directory_locked', 'It is in use'), new TypeError('x of undefined')];
  const run = createToolForwarder({
    link: { reach: () => Promise.reject(failures.shift()), lost: () => {}, close: async () => {} },
    tokens: [],
    version: '1',
    onError: (error) => seen.push(error),
  });
  const call = {
    name: 'recall',
    arguments: {},
    agentId: 'ada',
    confinedAgent: null,
    canSample: false,
    sampled: null,
    signal: new AbortController().signal,
  } as const;
  expect(await run(call)).toEqual({
    isError: true,
    content: [{ type: 'text', text: 'data_directory_locked: It is in use.' }],
  });
  expect(JSON.stringify(await run(call))).toContain('internal: ');
  expect(seen).toEqual([new TypeError('x of undefined')]);
});
