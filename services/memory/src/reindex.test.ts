import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { settings } from './config.js';
import { reindex } from './reindex.js';
import { startChatServer } from './testing/chat-server.js';
import { startTestService, type TestService } from './testing/test-service.js';
import { makeTwoModels, SHIPPED_MODEL, TINY_MODEL } from './testing/two-models.js';

const modelsDir = mkdtempSync(join(tmpdir(), 'anima-models-'));
beforeAll(() => {
  makeTwoModels(modelsDir);
  vi.stubEnv('ANIMA_MODELS_DIR', modelsDir);
});
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(modelsDir, { recursive: true });
});

const shipped = { MEMORY_EMBEDDING_MODEL: SHIPPED_MODEL };
const tiny = { MEMORY_EMBEDDING_MODEL: TINY_MODEL };

async function runReindex(dataDir: string, env: Record<string, string>): Promise<string[]> {
  const lines: string[] = [];
  const config = settings.parse({ MEMORY_DATA_DIR: dataDir, ...env });
  await reindex(config, { signal: new AbortController().signal, say: (line) => lines.push(line) });
  return lines;
}

function query<Row>(path: string, sql: string): Row[] {
  const db = new DatabaseSync(path, { readOnly: true });
  try {
    return db.prepare(sql).all() as Row[];
  } finally {
    db.close();
  }
}

interface Vectors {
  name: string;
  content: Uint8Array;
  context: Uint8Array | null;
}

/** Returns all stored vectors. */
const vectorsIn = (dataDir: string): Vectors[] =>
  query(
    join(dataDir, 'memory.db'),
    `SELECT memories.content AS name, v.content, v.context FROM memory_vectors AS v JOIN memories USING (memory_key)
     UNION ALL SELECT query, vector, NULL FROM cached_responses ORDER BY 1`,
  );
const lengthsIn = (dataDir: string) =>
  new Set(
    vectorsIn(dataDir)
      .flatMap(({ content, context }) => [content.length, context?.length ?? []])
      .flat(),
  );
const stageFile = (dataDir: string) => join(dataDir, 'memory.reindex.db');

async function recalled(service: TestService, question: string): Promise<string[]> {
  const { status, body } = await service.post('/api/v1/recall', { query: question, limit: 3 });
  expect(status).toBe(200);
  return body.memories.map(({ content }: { content: string }) => content);
}

describe('a change of the embedding model', () => {
  const texts = ['The lighthouse keeper is called Osgood', 'We deploy on Fridays', 'Tests run in Vitest'];
  const late = 'The ferry leaves at noon';
  /** Stores facts, a conversation with a turn that has two vectors, and a cached response. */
  async function fill({ post }: TestService): Promise<void> {
    for (const content of texts) await post('/api/v1/remember', { content, type: 'fact' });
    const turn = { type: 'context', conversation_id: 'cat', speaker: 'Leo' };
    for (const content of ['Who feeds the cat?', 'Ada does'])
      await post('/api/v1/remember', { ...turn, content });
    await post('/api/v1/cache/store', { query: 'Who is Osgood?', model: 'any', response: 'The keeper' });
  }

  let service: TestService;
  beforeAll(async () => {
    service = await startTestService(shipped);
    await fill(service);
  });
  afterAll(() => service.close());

  it('is rejected with one line that names both models and the solution', async () => {
    const { dataDir } = service;
    const refusal = await service.restart(tiny).catch((error: Error) => error.message);
    expect(refusal).toMatch(
      /^The vectors of this database were made with bge-small-en-v1.5-int8 \(384 dimensions, revision 6c9c6101a956d62d-d241a60d5e8f04cc\), and MEMORY_EMBEDDING_MODEL is tiny-embedder \(64 dimensions, revision [0-9a-f-]+\): run `anima reindex` \(npm run reindex\) to re-embed all memories, or set MEMORY_EMBEDDING_MODEL=bge-small-en-v1.5-int8$/,
    );
    expect(lengthsIn(dataDir)).toEqual(new Set([384 * 4]));
    await service.restart(shipped);
    expect(await recalled(service, 'Who keeps the lighthouse?')).toContain(texts[0]);
  });

  it('is created next to the running service, and adopted by its next start', async () => {
    const { dataDir } = service;
    const before = vectorsIn(dataDir);
    const lines = await runReindex(dataDir, tiny);
    expect(lines.at(-1)).toMatch(/^Done: the running service continues with the previous vectors/);
    expect(vectorsIn(dataDir)).toEqual(before);
    expect(await recalled(service, 'Who keeps the lighthouse?')).toContain(texts[0]);
    // This memory is stored after the command, so the start that adopts the vectors embeds it.
    await service.post('/api/v1/remember', { content: late, type: 'fact' });

    await service.restart(tiny);
    expect(lengthsIn(dataDir)).toEqual(new Set([64 * 4]));
    expect(existsSync(stageFile(dataDir))).toBe(false);
    expect(await recalled(service, late)).toContain(late);
    const { body: status } = await service.get('/api/v1/status');
    expect(status.status).toBe('ok');
    expect(status.components.model_runtime.detail).toMatch(/^tiny-embedder, 64 dimensions, uncalibrated: /);
    const check = { query: 'Who is Osgood?', model: 'any' };
    expect((await service.post('/api/v1/cache/check', check)).body).toMatchObject({ hit: true });
    const other = { query: 'Who was Osgood, the keeper?', model: 'any' };
    expect((await service.post('/api/v1/cache/check', other)).status).toBe(200);
  });

  it('restores exactly the vectors of a new database with the other model', async () => {
    const { dataDir } = service;
    // The start is rejected and the service is stopped, so no service is running now.
    await expect(service.restart(shipped)).rejects.toThrow(/anima reindex/);
    expect((await runReindex(dataDir, shipped)).at(-1)).toBe(
      `Done: the vectors in ${dataDir} are now of ${SHIPPED_MODEL}`,
    );
    expect(await runReindex(dataDir, shipped)).toEqual([
      `The vectors in ${dataDir} are already of ${SHIPPED_MODEL}`,
    ]);
    await service.restart(shipped);
    const fresh = await startTestService(shipped);
    onTestFinished(() => fresh.close());
    await fill(fresh);
    await fresh.post('/api/v1/remember', { content: late, type: 'fact' });
    expect(vectorsIn(dataDir)).toEqual(vectorsIn(fresh.dataDir));
  });
});

it('re-embeds with a model of a server whose responses differ in the last bits', async () => {
  let noise = 0;
  const server = await startChatServer((request) => {
    const { input } = request as unknown as { input: string[] };
    noise += 1e-3;
    const embedding = (text: string) =>
      Array.from({ length: 8 }, (_, at) => text.charCodeAt(at % text.length) * (1 + noise * (at % 3)));
    return { body: { data: input.map((text, index) => ({ index, embedding: embedding(text) })) } };
  });
  onTestFinished(() => server.close());
  const elsewhere = { MEMORY_EMBEDDINGS_URL: server.url, MEMORY_EMBEDDING_MODEL: 'elsewhere' };
  const service = await startTestService(tiny);
  onTestFinished(() => service.close());
  await service.post('/api/v1/remember', { content: 'Tests run in Vitest', type: 'fact' });
  expect((await runReindex(service.dataDir, elsewhere)).at(-1)).toMatch(
    /^Done: the running service continues/,
  );

  await service.restart(elsewhere);
  expect(lengthsIn(service.dataDir)).toEqual(new Set([8 * 4]));
  expect(await recalled(service, 'Tests run in Vitest')).toEqual(['Tests run in Vitest']);
});

it('continues after kill -9, while a service is running', { timeout: 120_000 }, async () => {
  const service = await startTestService(tiny);
  onTestFinished(() => service.close());
  const { dataDir } = service;
  const count = 256;
  const numbers = Array.from({ length: count }, (_, i) => i);
  const remember = (i: number) =>
    service.post('/api/v1/remember', { content: `Shelf ${i} holds ${i * 7} jars of plums`, type: 'fact' });
  await Promise.all(numbers.map(remember));

  const main = createRequire(import.meta.url).resolve('@anima/memory/dist/reindex-main.js');
  const child = spawn(process.execPath, [main], {
    env: { ...process.env, MEMORY_DATA_DIR: dataDir, ...shipped },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const staged = () => {
    try {
      return query<{ n: number }>(stageFile(dataDir), 'SELECT count(*) AS n FROM vectors')[0]!.n;
    } catch {
      return 0; // The stage does not exist yet, or is being created.
    }
  };
  await expect.poll(staged, { timeout: 60_000, interval: 5 }).toBeGreaterThan(0);
  expect(await recalled(service, 'How many jars does shelf 7 hold?')).toHaveLength(3);
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(staged()).toBeGreaterThan(0);
  expect(staged()).toBeLessThan(count);

  // The remaining texts are few enough that the start embeds them itself.
  await service.restart(shipped);
  expect(lengthsIn(dataDir)).toEqual(new Set([384 * 4]));
  expect(vectorsIn(dataDir)).toHaveLength(count);
  expect((await recalled(service, 'Shelf 7 holds 49 jars of plums'))[0]).toBe(
    'Shelf 7 holds 49 jars of plums',
  );
});
