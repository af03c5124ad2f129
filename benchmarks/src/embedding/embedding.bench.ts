import { readFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { createEmbedder, type Embedder, openModel } from '@anima/inference';

/**
 * Measures the cost of an embedding in addition to the inference itself, the rate of a busy worker, and the
 * memory of the process. Prints Markdown.
 * Run it on an idle machine: node benchmarks/dist/embedding/embedding.bench.js
 */

/** Content words of one token each. A text of n tokens has n - 2 of them. */
const WORDS = [
  'time',
  'year',
  'people',
  'way',
  'day',
  'man',
  'thing',
  'woman',
  'life',
  'child',
  'world',
  'school',
];

const textOf = (tokens: number, seed = 0): string =>
  Array.from({ length: tokens - 2 }, (_, i) => WORDS[(i * 7 + seed * 5 + (i >> 3)) % WORDS.length]).join(' ');

interface Latency {
  tokens: number;
  inferenceMs: number;
  embedMs: number;
  overheadMs: number;
}

async function latency(embedder: Embedder, tokens: number, runs: number): Promise<Latency> {
  const samples: Omit<Latency, 'tokens'>[] = [];
  for (let run = -5; run < runs; run++) {
    const text = textOf(tokens, run + 5);
    const before = embedder.stats().totalInferenceMs;
    const started = performance.now();
    await embedder.embed(text);
    const embedMs = performance.now() - started;
    const inferenceMs = embedder.stats().totalInferenceMs - before;
    if (run >= 0) samples.push({ inferenceMs, embedMs, overheadMs: embedMs - inferenceMs });
  }
  const median = (key: keyof Omit<Latency, 'tokens'>): number =>
    samples.map((sample) => sample[key]).sort((a, b) => a - b)[samples.length >> 1]!;
  return {
    tokens,
    inferenceMs: median('inferenceMs'),
    embedMs: median('embedMs'),
    overheadMs: median('overheadMs'),
  };
}

/** Returns the texts embedded per second with many pending calls. */
async function rate(embedder: Embedder, tokens: number, count: number): Promise<number> {
  const started = performance.now();
  await Promise.all(Array.from({ length: count }, (_, i) => embedder.embed(textOf(tokens, i))));
  return (count * 1000) / (performance.now() - started);
}

async function memory(): Promise<string> {
  const status = await readFile('/proc/self/status', 'utf8').catch(() => '');
  const megabytes = (key: string): string =>
    `${Math.round(Number(new RegExp(`${key}:\\s+(\\d+)`).exec(status)?.[1] ?? Number.NaN) / 1000)} MB`;
  return status
    ? `${megabytes('VmRSS')} (peak ${megabytes('VmHWM')})`
    : `${Math.round(process.memoryUsage.rss() / 1e6)} MB`;
}

const startedAt = performance.now();
const { dir } = await openModel('bge-small-en-v1.5-int8');
const verified = performance.now();
const embedder = await createEmbedder({ modelDir: dir });
const ready = performance.now();

const rows = [
  await latency(embedder, 13, 200),
  await latency(embedder, 40, 100),
  await latency(embedder, 82, 60),
];
const shortRate = await rate(embedder, 13, 300);
const turnRate = await rate(embedder, 40, 150);
const shortMemory = await memory();
rows.push(await latency(embedder, 250, 20));
const longMemory = await memory();
await embedder.close();

const { model } = cpus()[0]!;
console.log(`## Embedding

${embedder.modelName}, 1 worker. ${model.trim()}, ${cpus().length} cores, Node ${process.version}, ${process.platform}-${process.arch}.

| tokens | inference | embed() | beside the inference |
|---|---|---|---|
${rows.map((row) => `| ${row.tokens} | ${row.inferenceMs.toFixed(2)} ms | ${row.embedMs.toFixed(2)} ms | ${row.overheadMs.toFixed(2)} ms |`).join('\n')}

Medians of single calls, one after the other. Kept busy: ${shortRate.toFixed(0)} texts/s of 13 tokens, ${turnRate.toFixed(0)} texts/s of 40 tokens.
Start: ${(verified - startedAt).toFixed(0)} ms to verify the files, ${(ready - verified).toFixed(0)} ms to load. Memory of the process: ${shortMemory} with texts up to 82 tokens, ${longMemory} with full windows.`);
