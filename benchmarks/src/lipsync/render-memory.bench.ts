import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawnService } from '@anima/avatar/dist/testing/child-service.js';
import { describeMachine } from '../machine.js';
import { finishedJob } from '../service/finished-job.js';
import { type MemoryOfProcesses, memoryOf } from '../service/memory-of-processes.js';
import { SENTENCES } from '../speech/sentences.js';

/**
 * The memory of all processes of the service while it makes clips of speech, short and long: it must not grow with the clip. Each
 * clip is made by a service of its own, so that its highest figure is that of this clip. Resident memory counts what processes
 * share, as the program of Node itself, once for each of them; on Linux the proportional sum, which counts it once, stands beside
 * it. Run with nothing beside it:
 * `node benchmarks/dist/lipsync/render-memory.bench.js [seconds ...]`; 10 and 600, if not given. Linux and macOS.
 */
const SAMPLE_MS = 200;
const SUBJECTS = [
  { name: 'face leo, 512 x 512', fields: { face: 'leo', options: { width: 512 } } },
  { name: 'source ada-listening', fields: { source: 'ada-listening' } },
];
/** Characters that the voice says in a second, roughly: the length of what came of it is printed. */
const CHARACTERS_PER_SECOND = 15;
/** Of one request. */
const MAX_TEXT = 20_000;

const lengths = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [10, 600];
console.log(describeMachine());
for (const subject of SUBJECTS) {
  for (const seconds of lengths) {
    const { result, before, highest } = await measure(subject.fields, seconds);
    const [duration, speed] = [result.duration.toFixed(1), result.realtime_factor.toFixed(2)];
    console.log(`${subject.name}, ${duration} s of speech, ${speed} times real time`);
    console.log(`  before  ${told(before)}`);
    console.log(`  highest ${told(highest)}`);
    for (const [name, kib] of highest.parts) console.log(`    ${mib(kib)} MiB resident: ${name}`);
  }
}

async function measure(fields: object, seconds: number) {
  const dataDir = mkdtempSync(join(tmpdir(), 'anima-memory-'));
  const service = await spawnService({ AVATAR_DATA_DIR: dataDir });
  const before = memoryOf(service.pid);
  let highest = before;
  const sampler = setInterval(() => {
    const now = memoryOf(service.pid);
    if (now.resident > highest.resident) highest = now;
  }, SAMPLE_MS);
  try {
    const { result } = await finishedJob(service.url, '/lipsync/generate', {
      text: textOf(seconds),
      ...fields,
    });
    return { result, before, highest };
  } finally {
    clearInterval(sampler);
    service.kill('SIGTERM');
    await service.exited;
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Sentences, again and again. */
function textOf(seconds: number): string {
  const characters = Math.min(MAX_TEXT, seconds * CHARACTERS_PER_SECOND);
  let text = '';
  for (let i = 0; text.length < characters; i++) {
    const next = `${SENTENCES[i % SENTENCES.length]} `;
    if (text.length + next.length > MAX_TEXT) break;
    text += next;
  }
  return text;
}

function told({ resident, proportional }: MemoryOfProcesses): string {
  return `${mib(resident)} MiB resident, ${mib(proportional)} MiB proportional`;
}

function mib(kib: number): string {
  return (kib / 1024).toFixed(0);
}
