import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openToOthers } from '@anima/service/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ChildService, spawnService } from './testing/child-service.js';

let dataDir: string;
let service: ChildService;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'anima-memory-'));
  chmodSync(dataDir, 0o755);
  // Simulates a file from a previous start.
  writeFileSync(join(dataDir, 'memory.index'), 'none');
  chmodSync(join(dataDir, 'memory.index'), 0o644);
  service = await spawnService({ MEMORY_DATA_DIR: dataDir, MEMORY_FILE_ROOTS: dataDir });
});
afterAll(async () => {
  service.kill('SIGKILL');
  await service.exited;
  rmSync(dataDir, { recursive: true, force: true });
});

it.skipIf(process.platform === 'win32')(
  'makes all files private to its user in a folder that was readable before',
  { timeout: 60_000 },
  async () => {
    const post = async (path: string, body: object) => {
      const answer = await fetch(`${service.url}/api/v1/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      expect(answer.status).toBeLessThan(300);
    };
    await post('remember', { content: 'We deploy on Fridays', type: 'decision' });
    await post('export', { output_path: join(dataDir, 'all.json') });
    expect(readdirSync(dataDir)).toEqual(expect.arrayContaining(['memory.db', 'memory.db-wal', 'lock.pid']));
    expect(openToOthers(dataDir)).toEqual([]);
    service.kill('SIGTERM');
    expect(await service.exited).toBe(0);
    expect(readdirSync(dataDir)).toContain('memory.index');
    expect(openToOthers(dataDir)).toEqual([]);
  },
);
