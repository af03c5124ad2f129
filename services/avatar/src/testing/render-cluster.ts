import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawnProgram } from '@anima/service/testing';
import { expect, vi } from 'vitest';
import { type ChildService, spawnService } from './child-service.js';
import { packagedFfmpeg } from './ffmpeg-builds.js';
import { processesOf } from './processes.js';

const workerMain = createRequire(import.meta.url).resolve('@anima/avatar/dist/program/render-worker.js');

/** Milliseconds until a job of a dead worker is reclaimed. */
export const LEASE = '3s';

/** The built programs as users run them: services and workers on one database and one folder. */
export function createRenderCluster(databaseUrl: string, env: Record<string, string>) {
  const dataDir = mkdtempSync(join(tmpdir(), 'anima-cluster-'));
  const children: ChildService[] = [];
  const common = {
    AVATAR_DATABASE_URL: databaseUrl,
    AVATAR_DATA_DIR: dataDir,
    AVATAR_JOB_LEASE: LEASE,
    AVATAR_PRELOAD: 'false',
    FFMPEG_PATH: packagedFfmpeg(),
    ...env,
  };
  const started = async (starting: Promise<ChildService>) => {
    const child = await starting;
    children.push(child);
    return child;
  };
  return {
    dataDir,
    /** Starts a service that runs no jobs. */
    service: (own: Record<string, string> = {}) =>
      started(spawnService({ ...common, AVATAR_JOB_KINDS: 'none', ...own })),
    worker: (own: Record<string, string> = {}) =>
      started(spawnProgram(workerMain, { ...common, AVATAR_WORKER_PORT: '0', ...own })),
    async close() {
      for (const child of children.splice(0)) {
        child.kill('SIGCONT');
        child.kill('SIGKILL');
        await child.exited;
      }
      await vi.waitFor(() => expect(processesOf(dataDir)).toEqual([]), { timeout: 20_000 });
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export async function call<T>(
  { url }: ChildService,
  method: string,
  path: string,
  body?: unknown,
): Promise<T> {
  const json = { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const response = await fetch(url + path, { method, ...(body === undefined ? {} : json) });
  const answer = await response.json();
  expect(response.ok, JSON.stringify(answer)).toBe(true);
  return answer as T;
}
