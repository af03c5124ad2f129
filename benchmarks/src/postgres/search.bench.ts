// Compares recall in PostgreSQL with the index in RAM, on the same memories.
// Usage: node benchmarks/dist/postgres/search.bench.js [memories, 200000]   (starts its own server)

import { insertMemories } from '@anima/memory/dist/memory/write-memories.js';
import { MemoryIndex } from '@anima/memory/dist/search/index/memory-index.js';
import { applyToIndex } from '@anima/memory/dist/search/indexing/index-entry.js';
import type { MemorySearch } from '@anima/memory/dist/search/memory-search.js';
import type { SearchFilter } from '@anima/memory/dist/search/search-filter.js';
import { createPostgresSearch } from '@anima/memory/dist/storage/postgres/memory-search.js';
import { prepareVectorIndex } from '@anima/memory/dist/storage/postgres/search-schema.js';
import { createRamSearch } from '@anima/memory/dist/storage/ram/memory-search.js';
import { openPostgresStore } from '@anima/memory/dist/testing/open-postgres-store.js';
import { describeMachine, p50p95 } from '../machine.js';
import { type Outcome, outcomeOf, TABLE_HEAD, tableRow } from '../retrieval/metrics.js';
import { startBenchServer } from './bench-server.js';
import { type ManyMemoriesQuery, manyMemories } from './many-memories.js';

const NOW = Date.UTC(2026, 0, 2);
const BATCH = 500;
const DIMENSIONS = 384;
const QUESTIONS = 150;

const count = Number(process.argv[2] ?? 200_000);
const { memory, queries: asked, real } = await manyMemories(count);
const server = await startBenchServer();
const under = await openPostgresStore(server.url);
const { db, store } = under;
const index = new MemoryIndex(DIMENSIONS);
const ram = createRamSearch(index);
const postgres = createPostgresSearch({ db, dimensions: DIMENSIONS });
console.log(`${count} memories; ${describeMachine()}`);

// The graph is built after all memories are stored, as in a migration.
await db.query(`DROP INDEX search_windows_near_${DIMENSIONS}`);
under.follow((change) => applyToIndex(index, change));
let began = performance.now();
for (let first = 0; first < count; first += BATCH) {
  const some = Array.from({ length: Math.min(BATCH, count - first) }, (_, at) => memory(first + at));
  const projects = new Map(
    await Promise.all(
      [...new Set(some.map(({ projectName }) => projectName))].map(
        async (name) => [name, await store.proposeProject(name)] as const,
      ),
    ),
  );
  const memories = some.map(({ projectName, ...fields }) => ({
    ...fields,
    project: projects.get(projectName)!,
  }));
  await under.withTransaction((tx) => insertMemories(tx, memories));
}
console.log(`written, with their words: ${perSecond(count, began)} memories a second`);
began = performance.now();
const slow = await openUnlimited(server.url);
await prepareVectorIndex(slow, DIMENSIONS);
console.log(`graph of the vectors built in ${((performance.now() - began) / 1000).toFixed(0)} s`);
await slow.query('VACUUM ANALYZE');
await slow.close();
const sizes = await db.query<{ relation: string; bytes: number }>(
  `SELECT relname AS relation, pg_relation_size(oid) AS bytes FROM pg_class
   WHERE relname ~ '^(search|memor)' AND pg_relation_size(oid) > 1e6 ORDER BY bytes DESC`,
);
console.log(sizes.map(({ relation, bytes }) => `${relation} ${(bytes / 2 ** 20).toFixed(0)} MB`).join(', '));

const projectOf = async (name: string) => ({ projectId: (await store.project(name))!.projectId });
const some = asked.filter((_, at) => at % Math.ceil(asked.length / QUESTIONS) === 0);
const filters: [string, SearchFilter][] = [
  ['all', {}],
  ['visible to one agent, 10 %', { visibleTo: 'agent-3' }],
  ['10 %', { tags: ['percent-10'] }],
  ['1 %', { tags: ['percent-1'] }],
  ['100', { tags: ['of-100'] }],
  ['7', { tags: ['of-7'] }],
  ['1', { tags: ['of-1'] }],
];
console.log(
  '\n| recall of 10 among | pass | ms p50 / p95 | the same in RAM | of its 10 | short lists |\n|---|---|---|---|---|---|',
);
for (const [name, filter] of filters) console.log(await compareRanking(name, filter));
console.log(await compareNearest());
console.log(await afterWrites());

console.log(`\n${TABLE_HEAD}`);
const projects = new Map<string, SearchFilter>();
for (const { project } of asked) if (!projects.has(project)) projects.set(project, await projectOf(project));
for (const [name, search] of [
  ['RAM', ram],
  ['PostgreSQL', postgres],
] as const) {
  console.log(
    tableRow(`LoCoMo-dev, ${name}`, await answered(search, asked, ({ project }) => projects.get(project)!)),
  );
  console.log(tableRow(`its questions to all ${count}, ${name}`, await answered(search, some, () => ({}))));
}
await under.close();
await server.stop();

async function compareRanking(name: string, filter: SearchFilter): Promise<string> {
  const times: number[] = [];
  const ramTimes: number[] = [];
  let common = 0;
  let known = 0;
  let short = 0;
  let passing = 0;
  for (const { text, vector } of [...some.slice(0, 5), ...some]) {
    const options = { limit: 10, now: NOW };
    let start = performance.now();
    const { ranked, total } = await postgres.rank({ text, vector }, filter, options);
    times.push(performance.now() - start);
    start = performance.now();
    const exact = await ram.rank({ text, vector }, filter, options);
    ramTimes.push(performance.now() - start);
    const keys = new Set(exact.ranked.map(({ key }) => key));
    common += ranked.filter(({ key }) => keys.has(key)).length;
    known += keys.size;
    if (ranked.length !== keys.size || total !== exact.total) short++;
    passing = total;
  }
  const shares = `${(common / known).toFixed(3)} | ${short}`;
  return `| ${name} | ${passing} | ${p50p95(times.slice(5))} | ${p50p95(ramTimes.slice(5))} | ${shares} |`;
}

async function compareNearest(): Promise<string> {
  const times: number[] = [];
  const ramTimes: number[] = [];
  let common = 0;
  for (const { vector } of some) {
    const options = { limit: 10, now: NOW };
    let start = performance.now();
    const near = await postgres.nearest([vector], {}, options);
    times.push(performance.now() - start);
    start = performance.now();
    const exact = new Set((await ram.nearest([vector], {}, options)).map(({ key }) => key));
    ramTimes.push(performance.now() - start);
    common += near.filter(({ key }) => exact.has(key)).length;
  }
  const share = (common / some.length / 10).toFixed(3);
  return `| the 10 nearest of all | ${count} | ${p50p95(times)} | ${p50p95(ramTimes)} | ${share} | 0 |`;
}

/** Measures queries after a write, which invalidates the cached counts of all memories. */
async function afterWrites(): Promise<string> {
  const times: number[] = [];
  for (const [at, { text, vector }] of some.entries()) {
    const { projectName: _, ...fields } = memory(real + at);
    const added = { ...fields, memoryId: crypto.randomUUID(), project: null };
    await under.withTransaction((tx) => insertMemories(tx, [added]));
    const start = performance.now();
    await postgres.rank({ text, vector }, {}, { limit: 10, now: NOW });
    times.push(performance.now() - start);
  }
  return `| all, each after a write | ${count} | ${p50p95(times)} | | | |`;
}

async function answered(
  search: MemorySearch,
  questions: readonly ManyMemoriesQuery[],
  filterOf: (asked: ManyMemoriesQuery) => SearchFilter,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const question of questions) {
    const { text, vector, right } = question;
    const { ranked } = await search.rank({ text, vector }, filterOf(question), { limit: 100, now: NOW });
    // Keys increase from 1 in the order of the memories.
    const ranks = right
      .map((n) => ranked.findIndex(({ key }) => key === n + 1))
      .filter((rank) => rank !== -1);
    outcomes.push(outcomeOf(ranks, right.length));
  }
  return outcomes;
}

async function openUnlimited(url: string) {
  const { loadScaleOut } = await import('@anima/service/scale-out');
  const { openPostgres } = await loadScaleOut('postgres', 'ANIMA_TEST_POSTGRES');
  return openPostgres({ url, name: 'bench', statementTimeoutMs: 3_600_000, onError: console.error });
}

function perSecond(done: number, since: number): string {
  return ((done / (performance.now() - since)) * 1000).toFixed(0);
}
