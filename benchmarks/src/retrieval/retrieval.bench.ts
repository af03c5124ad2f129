// Measures the retrieval quality of the memory service over HTTP: LoCoMo-dev (one project per conversation),
// the notes, and all of them in one pool.
// Usage: npm run bench -- retrieval   (ANIMA_MEMORY_URL: a running, empty service instead of a new one;
// ANIMA_EVAL_DIR: the folder with locomo-dev.json, default ../shared/data)
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeMachine, p50p95 } from '../machine.js';
import { startService } from '../service/service-under-test.js';
import { loadLocomo } from './locomo.js';
import { type Outcome, outcomeOf, TABLE_HEAD, tableRow } from './metrics.js';
import { loadNotes } from './notes.js';

const DEPTH = 100;

/**
 * Posts JSON to a path of the service and returns the body of the response. Rejects on any status except 2xx.
 */
export type Post = <T>(path: string, body: unknown) => Promise<T>;

const external = process.env.ANIMA_MEMORY_URL;
if (external !== undefined) {
  await measureRetrieval(postTo(external));
} else {
  const dataDir = mkdtempSync(join(tmpdir(), 'anima-bench-'));
  const service = await startService(dataDir);
  try {
    await measureRetrieval(service.post);
  } finally {
    await service.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

export async function measureRetrieval(post: Post): Promise<void> {
  const conversations = loadLocomo() ?? [];
  const { notes, questions: noteQuestions } = loadNotes();
  console.log(`${describeMachine()}\n`);
  if (conversations.length === 0) console.log('LoCoMo-dev is not at hand: the notes only.\n');

  const turnIds: string[][] = [];
  for (const { name, turns } of conversations) {
    const ids: string[] = [];
    for (const { content, speaker, occurredAt, conversationId } of turns) {
      const occurred_at = new Date(occurredAt).toISOString();
      ids.push(
        await remember(post, {
          content,
          project: name,
          speaker,
          occurred_at,
          conversation_id: conversationId,
        }),
      );
    }
    turnIds.push(ids);
  }
  const noteIds = new Map<string, string>();
  for (const { id, content, project } of notes) {
    noteIds.set(id, await remember(post, { content, project: 'notes', tags: [project] }));
  }

  const latencies: number[] = [];
  const ask = async (query: string, right: readonly string[], filter: object): Promise<Outcome> => {
    const body = { query, limit: DEPTH, filter };
    const answer = await post<{ memories: { memory_id: string }[]; took_ms: number }>('/api/v1/recall', body);
    latencies.push(answer.took_ms);
    const found = answer.memories.map(({ memory_id }) => memory_id);
    const ranks = right.map((id) => found.indexOf(id)).filter((rank) => rank !== -1);
    return outcomeOf(ranks, right.length);
  };

  console.log(TABLE_HEAD);
  const turnOutcomes: Outcome[] = [];
  const pooledTurns: Outcome[] = [];
  const byCategory = new Map<number, Outcome[]>();
  for (const [at, { name, questions }] of conversations.entries()) {
    const own: Outcome[] = [];
    for (const { text, evidence, category } of questions) {
      const right = evidence.map((turn) => turnIds[at]![turn]!);
      const outcome = await ask(text, right, { project_id: name });
      own.push(outcome);
      byCategory.set(category, [...(byCategory.get(category) ?? []), outcome]);
      pooledTurns.push(await ask(text, right, {}));
    }
    console.log(tableRow(name, own));
    turnOutcomes.push(...own);
  }
  if (turnOutcomes.length > 0) console.log(tableRow('**LoCoMo-dev**', turnOutcomes));
  for (const [category, outcomes] of [...byCategory].sort(([a], [b]) => a - b)) {
    console.log(tableRow(`category ${category}`, outcomes));
  }

  const noteOutcomes: Outcome[] = [];
  const pooledNotes: Outcome[] = [];
  const byKind = new Map<string, Outcome[]>();
  for (const { text, kind, notes: right } of noteQuestions) {
    const ids = right.map((id) => noteIds.get(id)!);
    const outcome = await ask(text, ids, { project_id: 'notes' });
    noteOutcomes.push(outcome);
    byKind.set(kind, [...(byKind.get(kind) ?? []), outcome]);
    pooledNotes.push(await ask(text, ids, {}));
  }
  console.log(tableRow('**notes**', noteOutcomes));
  for (const [kind, outcomes] of byKind) console.log(tableRow(`notes: ${kind}`, outcomes));
  if (pooledTurns.length > 0) {
    console.log(tableRow('all projects in one pool: turns', pooledTurns));
    console.log(tableRow('all projects in one pool: notes', pooledNotes));
  }
  console.log(`\ntook_ms of a recall, p50 / p95: ${p50p95(latencies)}`);
}

async function remember(post: Post, memory: object): Promise<string> {
  const stored = await post<{ memory_id?: string; memory?: { memory_id: string } }>('/api/v1/remember', {
    type: 'context',
    ...memory,
  });
  const id = stored.memory_id ?? stored.memory?.memory_id;
  if (id === undefined) throw new Error(`Expected a memory_id, received ${JSON.stringify(stored)}`);
  return id;
}

function postTo(baseUrl: string): Post {
  return async <T>(path: string, body: unknown): Promise<T> => {
    const response = await fetch(new URL(path, baseUrl), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`POST ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  };
}
