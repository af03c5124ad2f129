import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawnService } from '@anima/avatar/dist/testing/child-service.js';
import { describeMachine } from '../machine.js';
import { finishedJob } from '../service/finished-job.js';
import { type MemoryOfProcesses, memoryOf } from '../service/memory-of-processes.js';
import { SENTENCES } from '../speech/sentences.js';

/**
 * Measures the memory of all processes of the service while it renders short and long clips of speech: it
 * must not grow with the clip.
 * Each clip has its own service, so its peak belongs to this clip. Resident memory counts shared memory, such
 * as the program of Node itself, once per process. On Linux the proportional sum, which counts it once, is
 * printed too.
 * Run it on an idle machine (Linux or macOS):
 * `node benchmarks/dist/lipsync/render-memory.bench.js [seconds ...]`, default 10 and 600
 */
const SAMPLE_MS = 200;
const SUBJECTS = [
  { name: 'face leo, 512 x 512', fields: { face: 'leo', options: { width: 512 } } },
  { name: 'source ada-listening', fields: { source: 'ada-listening' } },
];
/** Approximate number of characters that the voice speaks per second. The actual duration is printed. */
const CHARACTERS_PER_SECOND = 15;
/** Maximum number of characters in one request. */
const MAX_TEXT = 20_000;

const lengths = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [10, 600];
console.log(describeMachine());
for (const subject of SUBJECTS) {
  for (const seconds of lengths) {
    const { result, before, highest } = await measure(subject.fields, seconds);
    const [duration, speed] = [result.duration.toFixed(1), result.realtime_factor.toFixed(2)];
    console.log(`${subject.name}, ${duration} s of speech, ${speed} times real time`);
    console.log(`  before  ${formatMemory(before)}`);
    console.log(`  highest ${formatMemory(highest)}`);
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

/** Returns sentences, repeated up to the required length. */
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

function formatMemory({ resident, proportional }: MemoryOfProcesses): string {
  return `${mib(resident)} MiB resident, ${mib(proportional)} MiB proportional`;
}

function mib(kib: number): string {
  return (kib / 1024).toFixed(0);
}
