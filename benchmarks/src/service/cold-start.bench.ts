import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { spawnProgram } from '@anima/service/testing';
import { describeMachine, percentile } from '../machine.js';
import { finishedJob } from './finished-job.js';

/**
 * Measures the cold start of the avatar service with a new data folder: the time until it listens, until its
 * first clip is finished, and of a second, warm clip. The target for the first clip is 2 s.
 * Run it on an idle machine: `npm run bench -- cold-start [--rounds 5] [PROGRAM ...]`
 * Programs are paths of a main.js; several are started in turn. By default it measures the bundled service
 * and the output of tsc.
 */
const POLL_MS = 15;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '5' } },
});
const require = createRequire(import.meta.url);
const programs =
  positionals.length > 0
    ? positionals.map((path) => resolve(path))
    : [require.resolve('@anima/avatar'), require.resolve('@anima/avatar/dist/main.js')];
const taken = new Map(programs.map((program) => [program, [] as Start[]]));

/** Times in milliseconds from the start; `second` counts from the request of the second clip. */
interface Start {
  listens: number;
  first: number;
  second: number;
}

console.log(describeMachine());
for (let round = 0; round < Number(values.rounds); round++)
  for (const program of programs) taken.get(program)!.push(await start(program));
for (const [program, starts] of taken) {
  const cells = (['listens', 'first', 'second'] as const).map((key) => {
    const all = starts.map((one) => one[key]);
    return `${key} ${percentile(all, 0).toFixed(0)} / ${percentile(all, 0.5).toFixed(0)} ms`;
  });
  console.log(`${program}: ${cells.join(', ')} (least / median)`);
}

async function start(program: string): Promise<Start> {
  const dataDir = mkdtempSync(join(tmpdir(), 'anima-cold-start-'));
  const startedAt = performance.now();
  const service = await spawnProgram(program, { PORT: '0', AVATAR_DATA_DIR: dataDir });
  const clip = (text: string) =>
    finishedJob(service.url, '/lipsync/generate', { face: 'ada', text, options: { width: 512 } }, POLL_MS);
  try {
    const listens = performance.now() - startedAt;
    await clip('Hello, this is the first clip.');
    const first = performance.now() - startedAt;
    await clip('And this is the second one.');
    return { listens, first, second: performance.now() - startedAt - first };
  } finally {
    service.kill('SIGTERM');
    await service.exited;
    rmSync(dataDir, { recursive: true, force: true });
  }
}
