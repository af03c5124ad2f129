/**
 * Times each stage of a recall over the index in RAM, compared with one pass over the same number of bytes.
 * `node benchmarks/dist/index-scan/index-scan.bench.js [rows ...]`, default 10000 and 100000.
 */
import { rm, stat } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { MemoryIndex } from '@anima/memory/dist/search/index/memory-index.js';
import type { Bm25Options } from '@anima/memory/dist/search/signals.js';
import { loadSnapshot, saveSnapshot } from '@anima/memory/dist/search/snapshot/snapshot.js';
import { DIMENSIONS, NOW, syntheticMemories } from './synthetic-memories.js';

const QUERY_TERMS = 8;
const ROUNDS = 60;
const BM25: Bm25Options = { k1: 0.9, b: 0.4, field: 'all' };
const WINDOW = { k1: 0.9, b: 0.3, field: 'body', before: 2, after: 2 } as const;

const sizes = process.argv.slice(2).map(Number);
for (const rows of sizes.length > 0 ? sizes : [10_000, 100_000]) await measure(rows);

async function measure(rows: number): Promise<void> {
  const source = syntheticMemories(rows);
  const before = process.memoryUsage.rss();
  let index = new MemoryIndex(DIMENSIONS);
  let addMs = 0;
  for (let key = 1; key <= rows; key++) {
    const entry = source.entry(key);
    const start = performance.now();
    index.add(entry);
    addMs += performance.now() - start;
  }
  report(`${rows} memories`);
  line('add', `${((addMs / rows) * 1000).toFixed(1)} µs each`);

  const path = join(tmpdir(), `index-scan-${process.pid}.index`);
  const identity = { model: 'synthetic', dimensions: DIMENSIONS };
  await timedOnce('save', () => saveSnapshot(index, path, { ...identity, generation: { changeSeq: rows } }));
  const loaded = await timedOnce('load', () => loadSnapshot(path, identity));
  line('file', `${((await stat(path)).size / 1e6).toFixed(1)} MB`);
  await rm(path);
  if (loaded.index === null) throw new Error(loaded.reason);
  index = loaded.index;

  let nextKey = rows + 1;
  const write = () => {
    index.add(source.entry(nextKey++));
  };
  const all = () => index.match({}, NOW);
  const project = { projectId: 'project-7' };
  timed('match, no filter, after a write', write, all);
  timed('match, no filter, cached', nothing, all);
  timed('match, project and importance, after a write', write, () =>
    index.match({ ...project, minImportance: 0.5 }, NOW),
  );
  timed('match, type and tag, after a write', write, () =>
    index.match({ type: 'fact', tags: ['tag-3'] }, NOW),
  );
  const few = index.match(project, NOW);
  timed('semantic, all', source.query, (query) => index.semantic(query, all()));
  timed('semantic, one project', source.query, (query) => index.semantic(query, few));
  timed('context, all (half have one)', source.query, (query) => index.context(query, all()));
  const terms = () => source.words(QUERY_TERMS);
  timed('keyword, all', terms, (words) => index.keyword(words, all(), BM25));
  timed('keyword, one project', terms, (words) => index.keyword(words, few, BM25));
  timed('windowKeyword, all, list seen before', terms, (words) => index.windowKeyword(words, all(), WINDOW));
  const afterWrite = () => {
    write();
    return { words: terms(), rows: all() };
  };
  timed('keyword, all, after a write', afterWrite, ({ words, rows }) => index.keyword(words, rows, BM25));
  timed('windowKeyword, all, after a write', afterWrite, ({ words, rows }) =>
    index.windowKeyword(words, rows, WINDOW),
  );
  timed('windowKeyword, one project', terms, (words) => index.windowKeyword(words, few, WINDOW));
  const bytes = new Float64Array((rows * (DIMENSIONS + 4)) / 8).fill(1);
  timed('one pass over the bytes of the vectors (plain sum)', nothing, () => sum(bytes));
  const copy = new Float64Array(bytes.length);
  timed('one copy of the bytes of the vectors (memcpy)', nothing, () => copy.set(bytes));

  for (const [part, size] of Object.entries(index.byteSizes()))
    line(`RAM: ${part}`, `${(size / 1e6).toFixed(1)} MB`);
  await timedOnce('compact', () => index.compact());
  line('RSS above the start', `${((process.memoryUsage.rss() - before) / 1e6).toFixed(0)} MB`);
}

function nothing(): void {}

function sum(values: Float64Array): number {
  let [a, b, c, d] = [0, 0, 0, 0];
  const quarter = values.length >> 2;
  for (let i = 0; i < quarter; i++) {
    a += values[i]!;
    b += values[i + quarter]!;
    c += values[i + 2 * quarter]!;
    d += values[i + 3 * quarter]!;
  }
  return a + b + c + d;
}

function timed<T>(name: string, prepare: () => T, run: (given: T) => unknown): void {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const given = prepare();
    const start = performance.now();
    run(given);
    // Discards the first third of the rounds, in which the compiler optimises the code.
    if (round >= ROUNDS / 3) times.push(performance.now() - start);
  }
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor(times.length * share)]!.toFixed(3);
  line(name, `${at(0)} / ${at(0.5)} / ${at(0.95)} ms`);
}

async function timedOnce<T>(name: string, run: () => T | Promise<T>): Promise<T> {
  const start = performance.now();
  const result = await run();
  line(name, `${(performance.now() - start).toFixed(0)} ms`);
  return result;
}

function report(title: string): void {
  const load = loadavg()[0]!.toFixed(1);
  console.log(
    `\n## ${title}\n\n${cpus()[0]!.model}, Node ${process.version}, load ${load}. Least / p50 / p95.\n`,
  );
  console.log('| stage | figure |\n|---|---|');
}

function line(name: string, figure: string): void {
  console.log(`| ${name} | ${figure} |`);
}
