import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPostgres, startedPostgres } from '@anima/test-engines';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { settings } from './config.js';
import { reindex } from './reindex.js';
import { startTestService, type TestService } from './testing/test-service.js';
import { makeTwoModels, SHIPPED_MODEL, TINY_MODEL } from './testing/two-models.js';

const missing = findPostgres() === null ? ' (no postgres with pgvector: skipped)' : '';

describe.skipIf(missing !== '')(`anima reindex of a shared database${missing}`, () => {
  const modelsDir = mkdtempSync(join(tmpdir(), 'anima-models-'));
  let url: string;
  beforeAll(async () => {
    makeTwoModels(modelsDir);
    vi.stubEnv('ANIMA_MODELS_DIR', modelsDir);
    ({ url } = await startedPostgres());
  });
  afterAll(() => {
    vi.unstubAllEnvs();
    rmSync(modelsDir, { recursive: true });
  });

  const of = (model: string) => ({ MEMORY_DATABASE_URL: url, MEMORY_EMBEDDING_MODEL: model });
  async function runReindex(model: string): Promise<string[]> {
    const lines: string[] = [];
    const config = settings.parse({ MEMORY_DATA_DIR: modelsDir, ...of(model) });
    await reindex(config, { signal: new AbortController().signal, say: (line) => lines.push(line) });
    return lines;
  }
  async function remember(service: TestService, content: string): Promise<void> {
    expect((await service.post('/api/v1/remember', { content, type: 'fact' })).status).toBe(201);
  }
  const recalled = async (service: TestService, query: string): Promise<string[]> =>
    (await service.post('/api/v1/recall', { query })).body.memories.map(
      ({ content }: { content: string }) => content,
    );

  it('changes the model, with and without running services', async () => {
    const before = await startTestService(of(SHIPPED_MODEL));
    await remember(before, 'The staging database is called Merlin.');
    await before.post('/api/v1/cache/store', { query: 'Who deploys?', model: 'm', response: 'Ada' });
    expect(await runReindex(SHIPPED_MODEL)).toEqual([expect.stringMatching(/ are already of /)]);
    await expect(startTestService(of(TINY_MODEL))).rejects.toThrow(/anima reindex/);

    expect(await runReindex(TINY_MODEL)).toEqual([
      expect.stringMatching(/0 of 2 texts/),
      expect.stringMatching(/^Done: the running services continue/),
    ]);
    expect(await recalled(before, 'Merlin')).toHaveLength(1);
    await remember(before, 'The production database is called Arthur.');
    await before.close();

    const after = await startTestService(of(TINY_MODEL));
    expect(await recalled(after, 'Arthur')).toContain('The production database is called Arthur.');
    expect(
      (await after.post('/api/v1/cache/check', { query: 'Who deploys?', model: 'm' })).body,
    ).toMatchObject({
      hit: true,
    });
    await after.close();

    expect((await runReindex(SHIPPED_MODEL)).at(-1)).toMatch(
      /^Done: the vectors of the database are now of /,
    );
    const again = await startTestService(of(SHIPPED_MODEL));
    expect(await recalled(again, 'Merlin')).toContain('The staging database is called Merlin.');
    await again.close();
  });
});
