import { mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { archiveOf, memoryRecord } from '../testing/archive-text.js';
import { type ChildService, spawnService } from '../testing/child-service.js';

let folder: string;
let dataDir: string;
let archive: string;
let running: ChildService[] = [];
const MEMORIES = 300;

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'anima-archives-')));
  dataDir = join(folder, 'data');
  archive = join(folder, 'archive.json');
  const project = { project_id: '019b0000-0000-7000-8000-00000000000d', project: 'brought' };
  const memories = Array.from({ length: MEMORIES }, (_, i) =>
    memoryRecord({ content: `imported ${i}`, ...project }),
  );
  writeFileSync(archive, JSON.stringify(archiveOf({ memories })));
});

afterEach(async () => {
  for (const service of running) {
    service.kill('SIGKILL');
    await service.exited;
  }
  running = [];
  rmSync(folder, { recursive: true, force: true });
});

async function start(): Promise<ChildService> {
  const service = await spawnService({ MEMORY_DATA_DIR: dataDir, MEMORY_FILE_ROOTS: folder });
  running.push(service);
  return service;
}

async function post(url: string, path: string, body: unknown) {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  // biome-ignore lint/suspicious/noExplicitAny: answers are looked into by the tests
  return { status: response.status, body: (await response.json()) as any };
}

const stages = () => readdirSync(dataDir).filter((name) => name.startsWith('memory.import'));

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 2));
}

async function total(url: string): Promise<number> {
  const response = await fetch(`${url}/api/v1/memories?include_archived=true`);
  return ((await response.json()) as { total: number }).total;
}

describe('an import', () => {
  it('is given up when the service stops', { timeout: 60_000 }, async () => {
    const service = await start();
    const imported = post(service.url, '/api/v1/import', { source_path: archive });
    await until(() => stages().length > 0);
    service.kill('SIGTERM');
    const { status, body } = await imported;
    expect([status, body.code]).toEqual([503, 'unavailable']);
    expect(await service.exited).toBe(0);
    expect(stages()).toEqual([]);
    expect(await total((await start()).url)).toBe(0);
  });

  it('lets others read and write meanwhile, and goes on when its caller is gone', {
    timeout: 120_000,
  }, async () => {
    const service = await start();
    const abort = new AbortController();
    const gone = fetch(`${service.url}/api/v1/import`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ source_path: archive }),
      signal: abort.signal,
    }).catch(() => {});
    await until(() => stages().length > 0);
    abort.abort();
    await gone;
    const ids: string[] = [];
    let seen = 0;
    while (stages().length > 0) {
      const { status, body } = await post(service.url, '/api/v1/remember', {
        content: `written meanwhile ${ids.length}`,
        type: 'fact',
        project: 'brought',
      });
      expect(status).toBe(201);
      ids.push(body.memory_id);
      const recalled = await post(service.url, '/api/v1/search', { query: 'imported', page_size: 1 });
      expect(recalled.status).toBe(200);
      seen = await total(service.url);
    }
    expect(seen).toBeGreaterThan(0);
    expect(ids.length).toBeGreaterThan(3);
    expect(await total(service.url)).toBe(MEMORIES + ids.length);

    // Both kinds of writes were numbered in one order: the next start finds index and database agreeing.
    service.kill('SIGTERM');
    expect(await service.exited).toBe(0);
    const next = await start();
    expect(await total(next.url)).toBe(MEMORIES + ids.length);
    const again = await post(next.url, '/api/v1/import', { source_path: archive });
    expect(again.body.counts).toEqual({ created: 0, skipped: MEMORIES, conflicts: 0, invalid: 0 });
    for (const memory_id of [ids[0], ids.at(-1)]) {
      expect((await post(next.url, '/api/v1/get', { memory_id })).status).toBe(200);
    }
  });
});
