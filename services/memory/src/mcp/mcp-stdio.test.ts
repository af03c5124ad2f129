import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { MemoryStartOptions } from '../start-service.js';
import {
  connectMcp,
  idIn,
  type McpTestClient,
  type Revision,
  revisions,
  runEveryTool,
} from '../testing/mcp-client.js';
import { sharedEmbedder, startTestService, type TestService } from '../testing/test-service.js';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../../../..');
const entry = join(root, 'services/memory/dist/program/mcp-stdio.js');

let dataDir: string;
let port: string;
const clients: McpTestClient[] = [];
const services: TestService[] = [];
const children: ChildProcess[] = [];

beforeEach(async () => {
  dataDir = join(mkdtempSync(join(tmpdir(), 'anima-mcp-')), 'memory');
  port = String(await freePort());
});
afterEach(async () => {
  await Promise.all(clients.splice(0).map(({ client }) => client.close()));
  for (const child of children.splice(0)) child.kill('SIGKILL');
  for (const service of services.splice(0)) await service.close();
  rmSync(dirname(dataDir), { recursive: true, force: true });
});

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}

async function connect(
  env: Record<string, string> = {},
  options: Parameters<typeof connectMcp>[1] = {},
): Promise<McpTestClient> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [entry],
    env: { ...(process.env as Record<string, string>), MEMORY_DATA_DIR: dataDir, MEMORY_PORT: port, ...env },
    stderr: 'ignore',
  });
  const client = await connectMcp(transport, options);
  clients.push(client);
  return client;
}

async function close(client: McpTestClient): Promise<void> {
  clients.splice(clients.indexOf(client), 1);
  await client.client.close();
}

async function startService(
  env: Record<string, string> = {},
  options: MemoryStartOptions = {},
): Promise<TestService> {
  const service = await startTestService(env, options);
  services.push(service);
  return service;
}

const portOf = (service: TestService) => ({ MEMORY_PORT: new URL(service.url).port });

describe('without a running service', { timeout: 60_000 }, () => {
  it('all tools run in a separate service', async () => {
    const mcp = await connect({}, { revision: '2025-11-25' });
    expect(mcp.client.getNegotiatedProtocolVersion()).toBe('2025-11-25');
    expect(mcp.client.getInstructions()).toContain('recall');
    await runEveryTool(mcp, 'over stdio');
  });

  it('two processes share one service, and the second takes over when the first ends', async () => {
    const [first, second] = await Promise.all([connect({}, { name: 'one' }), connect({}, { name: 'two' })]);
    const id = idIn(await first.call('remember', { content: 'The kettle is blue', type: 'fact' }));
    expect(await second.call('recall', { query: 'kettle' })).toContain(`${id}: fact`);
    await second.call('remember', { content: 'The teapot is green', type: 'fact' });
    expect(await first.call('search', { query: 'teapot' })).toContain('by "two"');
    // Whichever of the two had it: each is left alone once.
    await close(first);
    expect(await second.call('recall', { query: 'kettle' })).toContain(`${id}: fact`);
    const third = await connect({ MEMORY_AGENT_ID: 'night shift' }, { name: 'three' });
    expect(await third.call('recall', { query: 'kettle' })).toContain(`${id}: fact`);
    await close(second);
    expect(await third.call('remember', { content: 'The cup is red', type: 'fact' })).toContain(
      'by "night shift"',
    );
  });
});

describe('with a running service', { timeout: 60_000 }, () => {
  it('all tools run there, and no second one is started', async () => {
    const service = await startService();
    const mcp = await connect(portOf(service), { name: 'claude-code', revision: '2026-07-28' });
    expect(mcp.client.getNegotiatedProtocolVersion()).toBe('2026-07-28');
    expect(mcp.client.getInstructions()).toContain('recall');
    await runEveryTool(mcp, 'bridged');
    const { body } = await service.get('/api/v1/memories?project_id=bridged&source_agent=claude-code');
    expect(body.total).toBe(1);
    expect(existsSync(dataDir)).toBe(false);
  });

  it.each(Object.keys(revisions) as Revision[])(
    'an audit asks the model of the client, revision %s',
    async (revision) => {
      const embedder = await sharedEmbedder();
      // For a model without calibration the rules leave every pair open.
      const untuned = { ...embedder, model: { ...embedder.model, revision: 'other' } };
      const service = await startService({}, { embedder: untuned });
      const mcp = await connect(portOf(service), { revision, capabilities: { sampling: {} } });
      mcp.client.setRequestHandler('sampling/createMessage', async () => ({
        role: 'assistant' as const,
        model: 'm',
        content: { type: 'text' as const, text: '{"verdicts":[{"pair":1,"verdict":"conflicts"}]}' },
      }));
      await mcp.call('remember', { content: 'The kettle is blue', type: 'fact' });
      await mcp.call('remember', { content: 'The kettle is red', type: 'fact' });
      const text = await mcp.call('audit', { scope: 'global', ask_client: true });
      expect(text).toContain('judged by "model:client"');
      expect(text).not.toContain('Undecided');
    },
  );

  it('calls continue after a restart of the service', async () => {
    const service = await startService();
    const mcp = await connect({ MEMORY_URL: `${service.url}/` });
    await mcp.call('remember', { content: 'before the restart', type: 'fact' });
    await service.restart(portOf(service));
    expect(await mcp.call('recall', { query: 'restart' })).toContain('before the restart');
  });

  it('needs its token, and then speaks as the agent of that', async () => {
    const service = await startService({ MEMORY_API_TOKEN: 'ada=s3cret-of-ada,bob=s3cret-of-bob' });
    const env = portOf(service);
    const without = await connect(env);
    expect(await without.refused('recall', { query: 'x' })).toMatch(
      /rejected the call: .*Set MEMORY_API_TOKEN/,
    );
    // The very setting of the service, which has the tokens of all agents.
    const bob = await connect({
      ...env,
      MEMORY_API_TOKEN: 'ada=s3cret-of-ada,bob=s3cret-of-bob',
      MEMORY_AGENT_ID: 'bob',
    });
    expect(await bob.call('remember', { content: 'x', type: 'fact' })).toContain('by "bob"');
  });

  it('states the solution if the service is unreachable', async () => {
    const away = await connect({ MEMORY_URL: `http://127.0.0.1:${port}` });
    expect(await away.refused('recall', { query: 'x' })).toContain('is unreachable');
    expect(existsSync(dataDir)).toBe(false);
  });
});

describe('the process', { timeout: 60_000 }, () => {
  const handshake = [
    {
      jsonrpc: '2.0',
      id: 0,
      method: 'initialize',
      params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
    },
    { jsonrpc: '2.0', method: 'notifications/initialized' },
  ];
  const remember = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'remember', arguments: { content: 'By hand', type: 'fact' } },
  };

  /** Started and spoken to by hand; resolves when the call is answered. */
  async function start() {
    const child = spawn(process.execPath, [entry], {
      env: { ...process.env, MEMORY_DATA_DIR: dataDir, MEMORY_PORT: port },
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    children.push(child);
    const exit = new Promise<[number | null, NodeJS.Signals | null]>((resolve) =>
      child.once('exit', (code, signal) => resolve([code, signal])),
    );
    const lines: string[] = [];
    for (const message of [...handshake, remember]) child.stdin!.write(`${JSON.stringify(message)}\n`);
    const ended = new Promise<void>((resolve) => child.stdout!.once('end', resolve));
    await new Promise<void>((resolve) => {
      createInterface({ input: child.stdout! }).on('line', (line) => {
        lines.push(line);
        if (line.includes('"id":1')) resolve();
      });
      child.once('exit', () => resolve());
    });
    return { child, exit, ended, lines };
  }

  const answers = async () => {
    try {
      return (await fetch(`http://127.0.0.1:${port}/health`)).status;
    } catch {
      return null;
    }
  };

  it('exits at the end of its input, and writes only the protocol', async () => {
    const { child, exit, ended, lines } = await start();
    expect(lines.map((line) => JSON.parse(line).id)).toEqual([0, 1]);
    expect(lines[1]).toContain('Stored');
    expect(await answers()).toBe(200);
    child.stdin!.end();
    expect(await exit).toEqual([0, null]);
    await ended;
    expect(lines).toHaveLength(2);
    expect(await answers()).toBe(null);
    // The index was saved and the data directory is free.
    expect(existsSync(join(dataDir, 'lock.pid'))).toBe(false);
  });

  it('responds to invalid messages with an error', async () => {
    const { child, lines } = await start();
    child.stdin!.write('nothing\n');
    child.stdin!.write('[{"jsonrpc":"2.0","id":9,"method":"ping"}]\n');
    child.stdin!.write(Buffer.from('{"id":1,"name":"caf\xe9"}\n', 'latin1'));
    await expect.poll(() => lines.length, { timeout: 20_000 }).toBe(5);
    expect(lines.slice(2).map((line) => JSON.parse(line).error.code)).toEqual([-32700, -32600, -32700]);
    child.kill('SIGTERM');
  });

  it('ends cleanly on a signal', async () => {
    const { child, exit } = await start();
    child.kill('SIGTERM');
    expect(await exit).toEqual([0, null]);
    expect(await answers()).toBe(null);
    expect(existsSync(join(dataDir, 'lock.pid'))).toBe(false);
  });

  it.each([
    [{ MEMORY_URL: 'localhost:9090' }, 'MEMORY_URL: expected an http or https address\n'],
    [{ MEMORY_AGENT_ID: 'Zoë' }, 'MEMORY_AGENT_ID: expected 1 to 128 printable ASCII characters\n'],
  ])('reports for %o what was expected, and does not start', async (env, line) => {
    const child = spawn(process.execPath, [entry], {
      env: { ...process.env, MEMORY_DATA_DIR: dataDir, ...env },
      stdio: ['pipe', 'ignore', 'pipe'],
    });
    children.push(child);
    let stderr = '';
    child.stderr!.on('data', (chunk) => {
      stderr += chunk;
    });
    const code = await new Promise((resolve) => child.once('close', resolve));
    expect([code, stderr]).toEqual([1, line]);
  });
});
