// Measures an audit over HTTP on memories with planted duplicates and conflicts: wall time, correct and false
// findings, and the latency of recalls during the audit.
// Usage: npm run bench -- audit [count]
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEmbedder, openModel } from '@anima/inference';
import type { NewMemory } from '@anima/memory/dist/memory/memory-store.js';
import { insertMemories } from '@anima/memory/dist/memory/write-memories.js';
import { openSqliteStore } from '@anima/memory/dist/testing/open-sqlite-store.js';
import { describeMachine, p50p95, percentile } from '../machine.js';
import { type DecisionNote, decisionNotes } from './decision-notes.js';
import { startService } from './service-under-test.js';

const count = Number(process.argv[2] ?? 10_000);
const PLANTED = Math.min(200, Math.floor(count / 20));
const CALLS = 300;

interface Run {
  counts: Record<string, number>;
  notes: string[];
  findings: { kind: string; memory_ids: string[]; evidence: string[] }[];
}

console.log(`${describeMachine()}\n`);
const notes = decisionNotes(count, PLANTED);
const dataDir = mkdtempSync(join(tmpdir(), 'anima-bench-'));
try {
  const ids = await seed(notes);
  const service = await startService(dataDir);
  const questions = notes.slice(0, 60).map(({ content }) => `What about: ${content}?`);
  let calls = 0;
  const recall = async () => {
    const started = performance.now();
    await service.post('/api/v1/recall', { query: questions[calls++ % questions.length]!, limit: 10 });
    return performance.now() - started;
  };
  for (let call = 0; call < questions.length; call++) await recall();
  const before: number[] = [];
  for (let call = 0; call < CALLS; call++) before.push(await recall());

  const meanwhile: number[] = [];
  let running = true;
  const recalling = (async () => {
    while (running) {
      meanwhile.push(await recall());
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  })();
  const started = performance.now();
  const run = await service.post<Run>('/api/v1/memories/audit', { scope: 'cross' });
  const seconds = (performance.now() - started) / 1000;
  running = false;
  await recalling;
  const rss = service.residentMiB();
  const quietStarted = performance.now();
  await service.post<Run>('/api/v1/memories/audit', { scope: 'cross' });
  const quietSeconds = (performance.now() - quietStarted) / 1000;
  await service.stop();

  console.log(
    `audit of ${count} memories: ${seconds.toFixed(2)} s with recalls, ${quietSeconds.toFixed(2)} s without`,
  );
  console.log(`RSS after it: ${rss.toFixed(0)} MiB\n`);
  console.log('| recall, round trip | p50 / p95 ms | highest |\n|---|---|---|');
  console.log(`| before | ${p50p95(before)} | ${percentile(before, 1).toFixed(1)} |`);
  console.log(
    `| during the audit (${meanwhile.length} calls) | ${p50p95(meanwhile)} | ${percentile(meanwhile, 1).toFixed(1)} |\n`,
  );
  console.log('| kind | planted | found | false |\n|---|---|---|---|');
  judge(run, ids, 'duplicate_memory', (note) => note.duplicateOf);
  judge(run, ids, 'conflicting_decision', (note) => note.conflictsWith);
  console.log(`\ncounts: ${JSON.stringify(run.counts)}; notes: ${JSON.stringify(run.notes)}`);
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}

/** Compares the findings of a kind with the planted pairs. Prints the first false findings for review. */
function judge(
  run: Run,
  ids: readonly string[],
  kind: string,
  partner: (note: DecisionNote) => number | null,
): void {
  const planted = new Set(
    notes.flatMap((note, n) => {
      const other = partner(note);
      return other === null ? [] : [[ids[n]!, ids[other]!].sort().join()];
    }),
  );
  const found = run.findings.filter((finding) => finding.kind === kind);
  const wrong = found.filter(({ memory_ids }) => !planted.has(memory_ids.toSorted().join()));
  console.log(`| ${kind} | ${planted.size} | ${found.length - wrong.length} | ${wrong.length} |`);
  for (const { evidence } of wrong.slice(0, 5)) console.log(evidence.map((line) => `    ${line}`).join('\n'));
}

/** Stores the notes with their real vectors and resolves to their ids. */
async function seed(all: readonly DecisionNote[]): Promise<string[]> {
  const { dir } = await openModel('bge-small-en-v1.5-int8');
  const embedder = await createEmbedder({ modelDir: dir, workers: 2 });
  const { projects, withTransaction, close } = openSqliteStore(dataDir);
  const ids = all.map(() => randomUUID());
  const BATCH = 200;
  for (let start = 0; start < all.length; start += BATCH) {
    const vectors = await Promise.all(
      all.slice(start, start + BATCH).map(({ content }) => embedder.embed(content)),
    );
    const memories = vectors.map(
      (content, i): NewMemory => ({
        memoryId: ids[start + i]!,
        content: all[start + i]!.content,
        type: all[start + i]!.type,
        importance: 0.5,
        project: projects.propose('bench'),
        tags: [],
        sourceAgent: 'bench',
        createdAt: Date.now() - (all.length - start - i) * 1000,
        occurredAt: null,
        expiresAt: null,
        conversationId: null,
        impliedConversation: null,
        speaker: null,
        origin: 'api',
        sourcePath: null,
        sourceLine: null,
        sourceKey: null,
        vectors: { content, context: null },
      }),
    );
    await withTransaction((tx) => insertMemories(tx, memories));
  }
  await close();
  await embedder.close();
  return ids;
}
