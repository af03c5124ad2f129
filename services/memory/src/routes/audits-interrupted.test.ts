import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ChildService, spawnService } from '../testing/child-service.js';

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

/** Stops the service while an audit is running; resolves to the id of that run. */
async function stopDuringAudit(
  signal: 'SIGKILL' | 'SIGTERM',
): Promise<{ runId: string; exitCode: number | null }> {
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
  let running: Run | undefined;
  while (running === undefined) {
    running = (await history(service.url)).find(({ state }) => state === 'running');
  }
  service.kill(signal);
  const exitCode = await service.exited;
  await Promise.all(audits);
  return { runId: running.run_id, exitCode };
}

describe('an audit that the end of the service interrupts', () => {
  it('is failed at the next start after kill -9', { timeout: 60_000 }, async () => {
    const { runId } = await stopDuringAudit('SIGKILL');
    const service = await start();
    const runs = await history(service.url);
    expect(runs.map(({ state }) => state)).not.toContain('running');
    expect(runs[0]!.finished_at).not.toBeNull();
    // The run that was seen may have ended just before the kill; the newest one has not.
    expect(['failed', 'finished']).toContain(runs.find(({ run_id }) => run_id === runId)!.state);
    const failed = runs.filter(({ state }) => state === 'failed');
    for (const { error } of failed) expect(error).toBe('The service stopped during this run');
    const again = await post(service.url, '/api/v1/memories/audit', { scope: 'cross' });
    expect(((await again.json()) as Run).state).toBe('finished');
  });

  it('ends with the service at SIGTERM', { timeout: 60_000 }, async () => {
    const { exitCode } = await stopDuringAudit('SIGTERM');
    expect(exitCode).toBe(0);
    const service = await start();
    const runs = await history(service.url);
    expect(runs.map(({ state }) => state)).not.toContain('running');
    expect(runs.filter(({ state }) => state === 'failed').map(({ error }) => error)).toEqual([
      'The service is stopping',
    ]);
    const { results } = (await (
      await post(service.url, '/api/v1/search', { query: 'queue', page_size: 1 })
    ).json()) as { results: unknown[] };
    expect(results).toHaveLength(1);
  });
});
