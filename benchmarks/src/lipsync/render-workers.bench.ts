/**
 * Measures a batch of scenes rendered by one render worker, by two, and by two of which one is killed half
 * way: the time of each, and that no scene is lost. Services and workers are the built programs, on one
 * PostgreSQL and one folder of this machine. Prints Markdown.
 * Run it on an idle machine. Requires a PostgreSQL with pgvector (see packages/test-engines).
 * `npm run bench -- render-workers [scenes, 20]`
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type ChildService, spawnProgram } from '@anima/service/testing';
import { describeMachine } from '../machine.js';
import { startBenchServer } from '../postgres/bench-server.js';

const [count = 20] = process.argv.slice(2).map(Number);
const require = createRequire(import.meta.url);
const [service, worker] = ['@anima/avatar', '@anima/avatar/dist/program/render-worker.js'].map((name) =>
  require.resolve(name),
);
const scenes = Array.from({ length: count }, (_, n) => ({
  id: `scene-${n + 1}`,
  text: `This is scene number ${n + 1}. It says a sentence or two, as scenes do.`,
}));

interface Batch {
  status: string;
  scenes?: { status: string }[];
  error?: unknown;
}

/** Returns the seconds until the film is finished, and the number of rendered scenes. */
async function drawn(
  workers: number,
  killedAfter: number | null,
): Promise<{ seconds: number; made: number }> {
  const server = await startBenchServer();
  const dataDir = mkdtempSync(join(tmpdir(), 'anima-bench-workers-'));
  const children: ChildService[] = [];
  const env = { AVATAR_DATABASE_URL: server.url, AVATAR_DATA_DIR: dataDir, AVATAR_JOB_LEASE: '3s' };
  const start = async (program: string, own: Record<string, string>) => {
    const child = await spawnProgram(program, { ...env, ...own });
    children.push(child);
    return child;
  };
  try {
    const { url } = await start(service!, { AVATAR_JOB_KINDS: 'none', PORT: '0' });
    for (let n = 0; n < workers; n++) await start(worker!, { AVATAR_WORKER_PORT: '0' });
    const ask = async (path: string, init?: RequestInit): Promise<Batch & { job_id: string }> => {
      const response = await fetch(url + path, init);
      if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
      return response.json() as Promise<Batch & { job_id: string }>;
    };
    const began = performance.now();
    const { job_id } = await ask('/lipsync/generate/batch', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ defaults: { face: 'leo', options: { width: 256 } }, scenes }),
    });
    let killed = false;
    for (;;) {
      const batch = await ask(`/lipsync/jobs/batch/${job_id}`);
      const made = (batch.scenes ?? []).filter(({ status }) => status === 'succeeded').length;
      if (killedAfter !== null && !killed && made >= killedAfter) {
        children.at(-1)!.kill('SIGKILL');
        killed = true;
      }
      if (batch.status === 'succeeded') return { seconds: (performance.now() - began) / 1000, made };
      if (batch.status !== 'queued' && batch.status !== 'running')
        throw new Error(JSON.stringify(batch.error));
      await setTimeout(100);
    }
  } finally {
    for (const child of children) {
      child.kill('SIGKILL');
      await child.exited;
    }
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}

console.log(`${describeMachine()}\n\n| ${count} scenes drawn by | seconds | scenes made |\n|---|---|---|`);
for (const [name, workers, killedAfter] of [
  ['one worker', 1, null],
  ['two workers', 2, null],
  ['two, of which one is killed half way', 2, Math.floor(count / 2)],
] as const) {
  const { seconds, made } = await drawn(workers, killedAfter);
  console.log(`| ${name} | ${seconds.toFixed(1)} | ${made} |`);
}
