import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { beginRun } from '../domain/audit/write-audit-runs.js';
import { newAuditRun } from '../ports/audit-store.contract.js';
import { type ChildService, spawnService } from '../testing/child-service.js';
import { openSqliteStore } from '../testing/open-sqlite-store.js';
import { startTestService } from '../testing/test-service.js';

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

async function start(): Promise<ChildService> {
  const child = await spawnService({ MEMORY_DATA_DIR: dataDir });
  children.push(child);
  return child;
}

function post(url: string, path: string, body: unknown) {
  return fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

interface Run {
  run_id: string;
  state: string;
  error: string | null;
  finished_at: string | null;
}

async function history(url: string): Promise<Run[]> {
  const response = await fetch(`${url}/api/v1/memories/audit/history?limit=200`);
  return ((await response.json()) as { runs: Run[] }).runs;
}

it('an audit ends with the service at SIGTERM', { timeout: 60_000 }, async () => {
  const service = await start();
  const writes = Array.from({ length: 250 }, (_, n) =>
    post(service.url, '/api/v1/remember', {
      content: `The limit of queue ${n} is ${n % 7} messages, and queue ${n} is drained at night`,
      type: 'decision',
    }),
  );
  await Promise.all(writes);
  // Several, one after the other, so that one of them is under way when the signal comes.
  const audits = Array.from({ length: 8 }, () =>
    post(service.url, '/api/v1/memories/audit', { scope: 'cross' }).catch(() => null),
  );
  while (!(await history(service.url)).some(({ state }) => state === 'running'));
  service.kill('SIGTERM');
  expect(await service.exited).toBe(0);
  await Promise.all(audits);

  const next = await start();
  const runs = await history(next.url);
  expect(runs.map(({ state }) => state)).not.toContain('running');
  expect(runs.filter(({ state }) => state === 'failed').map(({ error }) => error)).toEqual([
    'The service is stopping',
  ]);
  const { results } = (await (
    await post(next.url, '/api/v1/search', { query: 'queue', page_size: 1 })
  ).json()) as { results: unknown[] };
  expect(results).toHaveLength(1);
});

it('an audit that nobody could end is failed at the next start', async () => {
  const service = await startTestService();
  const run = newAuditRun();
  await service.restart({}, async () => {
    const { withTransaction, close } = openSqliteStore(service.dataDir);
    await beginRun(withTransaction, run, 5);
    await close();
  });
  expect((await history(service.url))[0]).toMatchObject({
    run_id: run.runId,
    state: 'failed',
    error: 'The service stopped during this run',
    finished_at: expect.any(String),
  });
  expect((await service.post('/api/v1/memories/audit', { scope: 'cross' })).body.state).toBe('finished');
  await service.close();
});
