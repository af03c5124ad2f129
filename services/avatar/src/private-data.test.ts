import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openToOthers } from '@anima/service/testing';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type ChildService, spawnService } from './testing/child-service.js';

let dataDir: string;
let service: ChildService;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'anima-avatar-'));
  chmodSync(dataDir, 0o755);
  service = await spawnService({ AVATAR_DATA_DIR: dataDir });
});
afterAll(async () => {
  service.kill('SIGKILL');
  await service.exited;
  rmSync(dataDir, { recursive: true, force: true });
});

it.skipIf(process.platform === 'win32')(
  'keeps everything for its user alone in a folder that was open before',
  { timeout: 60_000 },
  async () => {
    const send = async (path: string, init: RequestInit = {}) => {
      const answer = await fetch(service.url + path, {
        headers: { 'content-type': 'application/json' },
        ...init,
      });
      expect(answer.status).toBeLessThan(300);
      return (await answer.json()) as Record<string, string>;
    };
    const job = await send('/tts/generate', { method: 'POST', body: '{"text":"Hello."}' });
    await vi.waitFor(async () => expect((await send(`/tts/jobs/${job.job_id}`)).status).toBe('succeeded'), {
      timeout: 40_000,
    });
    expect(readdirSync(dataDir)).toEqual(
      expect.arrayContaining(['avatar.db', 'avatar.db-wal', 'media', 'lock.pid']),
    );
    expect(readdirSync(join(dataDir, 'media'), { recursive: true }).length).toBeGreaterThan(3);
    expect(openToOthers(dataDir)).toEqual([]);
  },
);
