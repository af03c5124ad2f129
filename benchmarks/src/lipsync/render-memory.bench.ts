import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawnService } from '@anima/avatar/dist/testing/child-service.js';
import { describeMachine } from '../machine.js';
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

interface Job {
  status: string;
  status_url: string;
  error?: unknown;
  result: { duration: number; realtime_factor: number };
}

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
    const result = await render(service.url, { text: textOf(seconds), ...fields });
    return { result, before, highest };
  } finally {
    clearInterval(sampler);
    service.kill('SIGTERM');
    await service.exited;
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function render(url: string, body: unknown): Promise<Job['result']> {
  const read = async (path: string, init?: RequestInit): Promise<Job> => {
    const response = await fetch(url + path, init);
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Job;
  };
  const json = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
  const { status_url } = await read('/lipsync/generate', json);
  for (;;) {
    const job = await read(status_url);
    if (job.status === 'succeeded') return job.result;
    if (job.status !== 'queued' && job.status !== 'running') throw new Error(JSON.stringify(job.error));
    await new Promise((wait) => setTimeout(wait, SAMPLE_MS));
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

/** KiB. */
interface Memory {
  /** Summed over all processes. */
  resident: number;
  /** The same, with what processes share divided among them; NaN but on Linux. */
  proportional: number;
  /** Resident, of each kind of process. */
  parts: Map<string, number>;
}

/** Resident memory of a process and all that descend from it. */
function memoryOf(root: number): Memory {
  const rows = execFileSync('ps', ['-A', '-ww', '-o', 'pid=,ppid=,rss=,args='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => /^\s*(\d+)\s+(\d+)\s+(\d+) (.*)$/.exec(line))
    .filter((match) => match !== null)
    .map(([, pid, parent, kib, args]) => ({
      pid: Number(pid),
      parent: Number(parent),
      kib: Number(kib),
      name: nameOf(args!),
    }));
  const family = new Set([root]);
  // Children may stand before their parents.
  for (let size = 0; size < family.size; ) {
    size = family.size;
    for (const { pid, parent } of rows) if (family.has(parent)) family.add(pid);
  }
  const parts = new Map<string, number>();
  const memory = { resident: 0, proportional: 0, parts };
  for (const { pid, kib, name } of rows.filter(({ pid }) => family.has(pid))) {
    memory.resident += kib;
    memory.proportional += proportionalOf(pid);
    parts.set(name, (parts.get(name) ?? 0) + kib);
  }
  return memory;
}

/** KiB; 0 for a process that has ended since it was listed. */
function proportionalOf(pid: number): number {
  if (process.platform !== 'linux') return Number.NaN;
  try {
    return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}

/** What a process is, told by its arguments. */
function nameOf(args: string): string {
  if (args.includes('render-process')) return 'drawing';
  if (/ffmpeg/.test(args.split(' ')[0]!)) return 'ffmpeg';
  return args.includes('speech-process') ? 'speaking' : 'service';
}

function told({ resident, proportional }: Memory): string {
  return `${mib(resident)} MiB resident, ${mib(proportional)} MiB proportional`;
}

function mib(kib: number): string {
  return (kib / 1024).toFixed(0);
}
