// Compares remember over HTTP with the embedder alone, in one run: latency of one writer, rate of eight
// writers, and the latency of /health during these writes.
// Usage: npm run bench -- remember-rate [count]
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEmbedder, openModel } from '@anima/inference';
import { describeMachine, p50p95, percentile } from '../machine.js';
import { englishNotes } from './english-notes.js';
import { startService } from './service-under-test.js';

const count = Number(process.argv[2] ?? 400);
const WRITERS = 8;

console.log(`${describeMachine()}\n`);
const dataDir = mkdtempSync(join(tmpdir(), 'anima-bench-'));
const notes = englishNotes(count);

const { dir } = await openModel('bge-small-en-v1.5-int8');
const embedder = await createEmbedder({ modelDir: dir });
for (const note of notes.slice(0, 20)) await embedder.embed(note);
const embedding: number[] = [];
for (const note of notes) embedding.push(await timed(() => embedder.embed(note)));
// A single writer pauses between calls, so caches and clock rates cool down: this is the fair limit for its
// latency.
const pacedEmbedding: number[] = [];
for (const note of notes.slice(0, 200)) {
  pacedEmbedding.push(await timed(() => embedder.embed(note)));
  await new Promise((resolve) => setTimeout(resolve, 3));
}
const embedderRate = await rate((note) => embedder.embed(note));
await embedder.close();

const service = await startService(dataDir);
const remember = (content: string) =>
  service.post('/api/v1/remember', { content, type: 'fact', project: 'bench' });
for (const note of notes.slice(0, 20)) await remember(`warm ${note}`);
const remembering: number[] = [];
for (const note of notes) remembering.push(await timed(() => remember(note)));

let running = true;
const health: number[] = [];
const healthProbe = (async () => {
  while (running) {
    health.push(await timed(() => service.get('/health')));
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
})();
const serviceRate = await rate((note) => remember(`again: ${note}`));
running = false;
await healthProbe;
const rss = service.residentMiB();
await service.stop();
rmSync(dataDir, { recursive: true, force: true });

console.log('| | p50 / p95 ms |\n|---|---|');
console.log(`| the embedding alone | ${p50p95(embedding)} |`);
console.log(`| the embedding alone, called every few ms | ${p50p95(pacedEmbedding)} |`);
console.log(`| remember, one writer | ${p50p95(remembering)} |`);
console.log(
  `| /health while ${WRITERS} write | ${p50p95(health)}, highest ${percentile(health, 1).toFixed(2)} |\n`,
);
const over = (limit: readonly number[]) => (percentile(remembering, 0.5) - percentile(limit, 0.5)).toFixed(2);
console.log(
  `remember minus the embedding, p50: ${over(embedding)} ms; called every few ms: ${over(pacedEmbedding)} ms`,
);
console.log(
  `${WRITERS} writers: ${serviceRate.toFixed(1)}/s, the embedder alone ${embedderRate.toFixed(1)}/s: ${((100 * serviceRate) / embedderRate).toFixed(0)} %`,
);
console.log(`RSS: ${rss.toFixed(0)} MiB`);

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** Returns the calls per second with WRITERS concurrent callers. */
async function rate(work: (note: string) => Promise<unknown>): Promise<number> {
  const started = performance.now();
  let next = 0;
  const caller = async () => {
    while (next < notes.length) await work(notes[next++]!);
  };
  await Promise.all(Array.from({ length: WRITERS }, caller));
  return (1000 * notes.length) / (performance.now() - started);
}
