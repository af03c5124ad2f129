// Measures recall over HTTP without embedding (vectors come from the service's cache), by size of the store
// and kind of filter. Also measures start-up and memory.
// Usage: npm run bench -- recall-latency [sizes, e.g. 10000,100000]
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeMachine, p50p95 } from '../machine.js';
import { createRandom, seedMemories } from './seed-memories.js';
import { type ServiceUnderTest, startService } from './service-under-test.js';
import { createSyntheticText } from './synthetic-text.js';

const sizes = (process.argv[2] ?? '10000,100000').split(',').map(Number);
const QUESTIONS = 60;
const CALLS = 400;

const filters = {
  none: {},
  'project of 1 %, importance >= .5': { project_id: 'small', min_importance: 0.5 },
  'project of 99 %': { project_id: 'large' },
  'one type, one tag': { memory_type: 'fact', tags: ['tag3'] },
  'importance >= .2': { min_importance: 0.2 },
};

console.log(`${describeMachine()}\n`);
for (const conversations of [false, true]) {
  for (const size of sizes) await measure(size, conversations);
}

async function measure(size: number, conversations: boolean): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'anima-bench-'));
  try {
    await seedMemories(dataDir, size, { conversations });
    const rebuilding = await startService(dataDir);
    const rebuildMs = rebuilding.startMs;
    await rebuilding.stop();
    const service = await startService(dataDir);
    console.log(`## ${size} memories${conversations ? ', all in conversations' : ''}\n`);
    console.log(
      `start to first answer: ${service.startMs.toFixed(0)} ms (${rebuildMs.toFixed(0)} ms without a saved index)`,
    );
    console.log(`RSS after start: ${service.residentMiB().toFixed(0)} MiB\n`);
    console.log('| filter | took_ms p50 / p95 | round trip p50 / p95 |\n|---|---|---|');
    for (const [name, filter] of Object.entries(filters)) console.log(await row(service, name, filter));
    console.log(
      `\nRSS after ${CALLS * Object.keys(filters).length} recalls: ${service.residentMiB().toFixed(0)} MiB\n`,
    );
    await service.stop();
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function row(service: ServiceUnderTest, name: string, filter: object): Promise<string> {
  const random = createRandom(11);
  const text = createSyntheticText(random);
  const questions = Array.from({ length: QUESTIONS }, () => text(6 + Math.floor(random() * 6)));
  const recall = (query: string) =>
    service.post<{ took_ms: number }>('/api/v1/recall', { query, limit: 10, filter });
  for (const question of questions) await recall(question);
  const inside: number[] = [];
  const roundTrip: number[] = [];
  for (let call = 0; call < CALLS; call++) {
    const started = performance.now();
    const { took_ms } = await recall(questions[call % QUESTIONS]!);
    roundTrip.push(performance.now() - started);
    inside.push(took_ms);
  }
  return `| ${name} | ${p50p95(inside)} | ${p50p95(roundTrip)} |`;
}
