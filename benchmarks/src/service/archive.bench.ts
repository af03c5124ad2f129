// Measures archives over HTTP: the export of a large store compared with the disk alone, its dry run, and an
// import with real embedding compared with the embedder alone. Then measures the commit of a large import
// separately, with random vectors, because a hundred thousand real vectors would take half an hour.
// Usage: npm run bench -- archive [exported] [imported]
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEmbedder, openModel } from '@anima/inference';
import { describeMachine, p50p95 } from '../machine.js';
import { measureImportCommit } from './import-commit.js';
import { seedMemories } from './seed-memories.js';
import { type ServiceUnderTest, startService } from './service-under-test.js';

const exportedCount = Number(process.argv[2] ?? 100_000);
const importedCount = Number(process.argv[3] ?? 10_000);
const MIB = 1024 * 1024;

console.log(`${describeMachine()}\n`);
const folder = mkdtempSync(join(tmpdir(), 'anima-bench-'));
const path = (name: string) => join(folder, name);
const env = { MEMORY_FILE_ROOTS: folder };
for (const dataDir of ['large', 'small', 'commit']) mkdirSync(path(dataDir));
try {
  await measureExport();
  await measureImport();
  const { commitMs, longestStopMs, peakMiB, idleMiB } = await measureImportCommit(
    path('commit'),
    exportedCount,
  );
  console.log(`## Commit of an import of ${exportedCount}, vectors made up\n`);
  console.log(`commit and index: ${(commitMs / 1000).toFixed(1)} s, in which other writes wait`);
  console.log(`longest time the event loop was kept: ${longestStopMs.toFixed(0)} ms`);
  console.log(
    `RSS: ${idleMiB.toFixed(0)} MiB before, ${peakMiB.toFixed(0)} MiB at its highest, index included`,
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function measureExport(): Promise<void> {
  await seedMemories(path('large'), exportedCount, { conversations: true });
  const service = await startService(path('large'), env);
  console.log(`## Export of ${exportedCount}\n\nRSS before: ${service.residentMiB().toFixed(0)} MiB\n`);
  console.log(
    '| | seconds | MiB | MiB/s | highest RSS, MiB | recall meanwhile, p50 / p95 ms |\n|---|---|---|---|---|---|',
  );
  const output_path = path('plain.json');
  console.log(await row('plain', service, () => service.post('/api/v1/export', { output_path })));
  const sealed = { output_path: path('sealed.json'), passphrase: 'benchmark' };
  console.log(await row('encrypted', service, () => service.post('/api/v1/export', sealed)));
  const bytes = readFileSync(output_path);
  const diskSeconds = await seconds(async () => {
    const file = await open(path('disk'), 'w');
    await file.writeFile(bytes);
    await file.sync();
    await file.close();
  });
  console.log(
    `| the disk alone | ${diskSeconds.toFixed(2)} | | ${(bytes.length / MIB / diskSeconds).toFixed(0)} | | |\n`,
  );
  await service.stop();

  const empty = await startService(path('empty'), env);
  console.log(`RSS of an empty service: ${empty.residentMiB().toFixed(0)} MiB\n`);
  const dryRun = (source: object) => () => empty.post<object>('/api/v1/import', { ...source, dry_run: true });
  console.log(await row('dry run, plain', empty, dryRun({ source_path: output_path }), bytes.length));
  const { passphrase } = sealed;
  const opened = dryRun({ source_path: sealed.output_path, passphrase });
  console.log(`${await row('dry run, encrypted', empty, opened, bytes.length)}\n`);
  await empty.stop();
}

async function measureImport(): Promise<void> {
  await seedMemories(path('small'), importedCount, { conversations: false });
  const from = await startService(path('small'), env);
  const source_path = path('small.json');
  await from.post('/api/v1/export', { output_path: source_path });
  await from.stop();

  const texts = (
    JSON.parse(readFileSync(source_path, 'utf8')) as { memories: { content: string }[] }
  ).memories
    .slice(0, 500)
    .map(({ content }) => content);
  const { dir } = await openModel('bge-small-en-v1.5-int8');
  const embedder = await createEmbedder({ modelDir: dir });
  for (const text of texts.slice(0, 20)) await embedder.embed(text);
  const embedSeconds = await seconds(() => Promise.all(texts.map((text) => embedder.embed(text))));
  await embedder.close();

  const service = await startService(path('into'), env);
  console.log(`## Import of ${importedCount}\n\nRSS before: ${service.residentMiB().toFixed(0)} MiB\n`);
  const started = performance.now();
  console.log(await row('import', service, () => service.post('/api/v1/import', { source_path })));
  const rate = importedCount / ((performance.now() - started) / 1000);
  const limit = texts.length / embedSeconds;
  console.log(
    `\n${rate.toFixed(0)} memories/s, the embedder alone ${limit.toFixed(0)}/s: ${((100 * rate) / limit).toFixed(0)} %\n`,
  );
  await service.stop();
}

/** Runs `work` during recalls, and samples the RSS of the service. */
async function row(
  name: string,
  service: ServiceUnderTest,
  work: () => Promise<object>,
  inputBytes?: number,
): Promise<string> {
  let running = true;
  let peak = 0;
  const recalls: number[] = [];
  const watching = (async () => {
    while (running) {
      peak = Math.max(peak, service.residentMiB());
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  })();
  const recalling = (async () => {
    while (running) {
      const startedAt = performance.now();
      await service.post('/api/v1/recall', { query: 'a first question', limit: 10 });
      recalls.push(performance.now() - startedAt);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  })();
  let answer: { bytes?: number } = {};
  const taken = await seconds(async () => {
    answer = await work();
  });
  running = false;
  await Promise.all([watching, recalling]);
  const mib = (answer.bytes ?? inputBytes ?? 0) / MIB;
  const speed = mib === 0 ? '' : (mib / taken).toFixed(0);
  return `| ${name} | ${taken.toFixed(2)} | ${mib === 0 ? '' : mib.toFixed(0)} | ${speed} | ${peak.toFixed(0)} | ${p50p95(recalls)} |`;
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1000;
}
