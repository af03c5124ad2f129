import { findPostgres } from '@anima/test-engines';
import { describe, expect, it } from 'vitest';
import {
  type ReindexStageUnderTest,
  testReindexSource,
  testReindexStage,
} from '../../embedding/reindex.contract.js';
import { newMemory } from '../../memory/memory-store.contract.js';
import { insertMemories } from '../../memory/write-memories.js';
import { openPostgresStore } from '../../testing/open-postgres-store.js';
import { createPostgresReindexSource } from './reindex-source.js';
import { openPostgresReindexStage } from './reindex-stage.js';
import { createPostgresResponseCacheStore } from './response-cache-store.js';

const missing = findPostgres() === null ? ' (no postgres with pgvector: skipped)' : '';
const response = {
  model: 'm',
  contextDepth: 0,
  context: '',
  response: '',
  vector: Float32Array.of(1),
  bytes: 1,
  createdAt: 1,
  expiresAt: 1_000,
};

describe.skipIf(missing !== '')(`re-embedding on a server${missing}`, () => {
  testReindexSource('PostgreSQL', async (memories, queries) => {
    const opened = await openPostgresStore();
    const { vectors } = newMemory();
    await opened.withTransaction((tx) =>
      tx.memories.insert(
        memories.map(({ speaker, content, conversation, hasContext }) =>
          newMemory({
            speaker,
            content,
            conversationId: conversation?.slice(1) ?? null,
            vectors: hasContext ? vectors : { ...vectors, context: null },
          }),
        ),
      ),
    );
    const responses = createPostgresResponseCacheStore(opened);
    for (const query of queries) await responses.put({ ...response, query });
    return { source: createPostgresReindexSource(opened.db), dispose: opened.dispose };
  });

  testReindexStage('PostgreSQL', async () => {
    const model = { name: 'm', dimensions: 1, revision: 'r' };
    const open = async (
      opened: Awaited<ReturnType<typeof openPostgresStore>>,
    ): Promise<ReindexStageUnderTest> => ({
      stage: await openPostgresReindexStage(opened.db, model),
      reopen: async () => open(await opened.reopen()),
      dispose: opened.dispose,
    });
    return open(await openPostgresStore());
  });

  it('replaces the vectors in use atomically, for searches with the new model', async () => {
    const opened = await openPostgresStore();
    const { db, withTransaction, store } = opened;
    try {
      const [memory] = await withTransaction((tx) => insertMemories(tx, [newMemory()]));
      const responses = createPostgresResponseCacheStore(opened);
      await responses.put({ ...response, query: 'Who?', vector: new Float32Array(384).fill(0.05) });
      const model = { name: 'other', dimensions: 2, revision: 'r' };
      const stage = await openPostgresReindexStage(db, model);
      const vectors = { content: [Float32Array.of(0, 1), Float32Array.of(1, 0)], context: null };
      const { key } = memory!;
      await stage.put({ memories: [{ key, textSeq: 1, vectors }], questions: [] });
      await expect(stage.moveIntoUse()).rejects.toThrow('1 texts have no vectors');
      await stage.put({ memories: [], questions: [{ query: 'Who?', vector: Float32Array.of(0, 1) }] });
      const another = await openPostgresReindexStage(db, model);
      await another.moveIntoUse();

      expect(await db.query('SELECT vector_model FROM store_state')).toEqual([{ vector_model: model }]);
      const windows = await db.query<{ vector: string }>('SELECT vector FROM search_windows ORDER BY number');
      expect(windows.map(({ vector }) => vector)).toEqual(['[0,1]', '[1,0]']);
      const [near] = await responses.nearest(
        { model: 'm', contextDepth: 0, context: '' },
        Float32Array.of(0, 1),
        {
          now: 0,
          limit: 1,
          minimum: 0.9,
        },
      );
      expect(near).toMatchObject({ query: 'Who?', cosine: 1 });
      expect(await store.generation()).toMatchObject({ changeSeq: 1 });
      // A process that is late is rejected.
      await expect(
        stage.put({ memories: [{ key, textSeq: 1, vectors }], questions: [] }),
      ).rejects.toMatchObject({
        code: 'unavailable',
      });
    } finally {
      await opened.dispose();
    }
  });

  it('discards the staged vectors of another model', async () => {
    const { db, dispose } = await openPostgresStore();
    try {
      const [one, other] = [1, 2].map((dimensions) => ({
        name: `m${dimensions}`,
        dimensions,
        revision: 'r',
      }));
      const first = await openPostgresReindexStage(db, one!);
      await first.put({ memories: [], questions: [{ query: 'Who?', vector: Float32Array.of(1) }] });
      // A model on a server is identified by a fingerprint, whose last bits vary.
      const again = await openPostgresReindexStage(
        db,
        { ...one!, revision: 'r2' },
        ({ name }) => name === 'm1',
      );
      expect(await again.count()).toBe(1);
      const second = await openPostgresReindexStage(db, other!);
      expect(await second.count()).toBe(0);
      await expect(first.put({ memories: [], questions: [] })).rejects.toThrow(/again, with m2/);
    } finally {
      await dispose();
    }
  });
});
