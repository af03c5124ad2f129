import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ChildService, spawnService } from './testing/child-service.js';

let dataDir: string;
const children: ChildService[] = [];

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'anima-memory-'));
});
afterEach(async () => {
  for (const child of children.splice(0)) {
    child.kill('SIGKILL');
    await child.exited;
  }
  rmSync(dataDir, { recursive: true, force: true });
});

async function start(env: Record<string, string> = {}): Promise<ChildService> {
  const child = await spawnService({ MEMORY_DATA_DIR: dataDir, ...env });
  children.push(child);
  return child;
}

async function post(url: string, path: string, body: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  return {
    status: response.status,
    body: (await response.json()) as { memory_id: string } & Record<string, unknown>,
  };
}

const words = ['anvil', 'birch', 'copper', 'dune', 'ember', 'fjord', 'glacier', 'harbor'];

describe('kill -9 while eight writers write', () => {
  it('keeps all acknowledged memories, and finds them', { timeout: 120_000 }, async () => {
    const acknowledged = new Map<string, string>();
    const updated = new Set<string>();
    for (let round = 0; round < 2; round++) {
      const service = await start();
      let running = true;
      const writer = async (n: number) => {
        for (let i = 0; running; i++) {
          const content = `Round ${round} writer ${n} note ${i} about ${words[(n + i) % words.length]} ticket ZX-${round}${n}${i}`;
          try {
            const { status, body } = await post(service.url, '/api/v1/remember', {
              content,
              type: 'fact',
              project: `p${n % 3}`,
              ...(n < 2 ? { conversation_id: `c${n}`, speaker: `speaker ${n}` } : {}),
            });
            if (status !== 201) continue;
            acknowledged.set(body.memory_id, content);
            if (i % 5 === 0) {
              const response = await fetch(`${service.url}/api/v1/memories/${body.memory_id}`, {
                method: 'PATCH',
                headers: { 'content-type': 'application/json' },
                body: JSON.stringify({ importance: 0.75 }),
              });
              if (response.status === 200) updated.add(body.memory_id);
            }
          } catch {
            return; // The connection failed, so this write was not acknowledged.
          }
        }
      };
      const before = acknowledged.size;
      const writers = Array.from({ length: 8 }, (_, n) => writer(n));
      while (acknowledged.size < before + 80) await new Promise((resolve) => setTimeout(resolve, 5));
      service.kill('SIGKILL');
      await service.exited;
      running = false;
      await Promise.all(writers);
    }

    const service = await start();
    for (const [memoryId, content] of acknowledged) {
      const { status, body } = await post(service.url, '/api/v1/get', { memory_id: memoryId });
      expect(status).toBe(200);
      expect(body.content).toBe(content);
      // A change in progress at the kill can be durable without an acknowledgement, but an acknowledged
      // change must be durable.
      expect(updated.has(memoryId) ? [0.75] : [0.5, 0.75]).toContain(body.importance);
    }
    const sample = [...acknowledged].filter((_, i) => i % 7 === 0);
    for (const [memoryId, content] of sample) {
      const { body } = await post(service.url, '/api/v1/recall', { query: content, limit: 3 });
      const found = body.memories as { memory_id: string }[];
      expect(found.map((memory) => memory.memory_id)).toContain(memoryId);
    }
    const { total } = (await (await fetch(`${service.url}/api/v1/memories?page_size=1`)).json()) as {
      total: number;
    };
    expect(total).toBeGreaterThanOrEqual(acknowledged.size);
    const { components } = (await (await fetch(`${service.url}/api/v1/status`)).json()) as {
      components: { vector_index: { status: string } };
    };
    expect(components.vector_index.status).toBe('ok');
  });
});

describe('the program', () => {
  it('responds to /health while memories are written, locks its data, and stops cleanly on SIGTERM', {
    timeout: 60_000,
  }, async () => {
    const first = await start();
    const writes = Array.from({ length: 20 }, (_, i) =>
      post(first.url, '/api/v1/remember', { content: `busy ${i} `.repeat(100), type: 'fact' }),
    );
    let healthy = 0;
    const done = Promise.all(writes).then(() => true);
    while (!(await Promise.race([done, Promise.resolve(false)]))) {
      const response = await fetch(`${first.url}/health`);
      expect(await response.json()).toEqual({ status: 'ok' });
      healthy++;
    }
    expect(healthy).toBeGreaterThan(5);
    const { status, body } = (await writes[0])!;
    expect(status).toBe(201);

    await expect(spawnService({ MEMORY_DATA_DIR: dataDir })).rejects.toThrow(/in use by another process/);

    first.kill('SIGTERM');
    expect(await first.exited).toBe(0);
    // The index is saved for the next start.
    expect(statSync(join(dataDir, 'memory.index')).size).toBeGreaterThan(0);
    const second = await start();
    expect((await post(second.url, '/api/v1/get', { memory_id: body.memory_id })).status).toBe(200);
  });

  // cmd.exe passes signals differently, so there is no signal to forward on Windows.
  it.skipIf(process.platform === 'win32')(
    'stops when the shell that npm started ends',
    { timeout: 60_000 },
    async () => {
      const script = fileURLToPath(new URL('../../../scripts/anima.mjs', import.meta.url));
      // The second command keeps the shell running; dash replaces itself with a single command.
      const shell = spawn('sh', ['-c', `"${process.execPath}" "${script}" start:memory; true`], {
        env: {
          ...process.env,
          MEMORY_PORT: '0',
          MEMORY_DATA_DIR: dataDir,
          npm_lifecycle_event: 'start:memory',
        },
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      let stderr = '';
      const ended = new Promise((resolve) => shell.stderr.once('close', resolve));
      const listening = new Promise<void>((resolve) => {
        shell.stderr.on('data', (chunk) => {
          stderr += chunk;
          if (stderr.includes('listens on')) resolve();
        });
      });
      await Promise.race([listening, ended]);
      expect(stderr).toContain('listens on');
      expect(readdirSync(dataDir)).toContain('lock.pid');
      shell.kill('SIGTERM');
      // The service holds the other end of this pipe, which closes when the service has exited.
      await ended;
      expect(readdirSync(dataDir)).not.toContain('lock.pid');
    },
  );

  it('rejects invalid settings with one message about all of them', async () => {
    await expect(
      spawnService({ MEMORY_DATA_DIR: dataDir, MEMORY_PORT: '70000', MEMORY_SECRETS: 'hide' }),
    ).rejects.toThrow(/MEMORY_PORT[\s\S]*MEMORY_SECRETS/);
    await expect(spawnService({ MEMORY_DATA_DIR: dataDir, MEMORY_HOST: '0.0.0.0' })).rejects.toThrow(
      /token/i,
    );
  });

  it('prints one line if its model is missing', async () => {
    const started = spawnService({ MEMORY_DATA_DIR: dataDir, ANIMA_MODELS_DIR: dataDir });
    await expect(started).rejects.toThrow(
      /^the service ended before it listened: Expected \S+, found none: set ANIMA_MODELS_DIR to [^\n]+\n$/,
    );
  });
});
