import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type ReindexStageUnderTest,
  testReindexSource,
  testReindexStage,
} from '../../embedding/reindex.contract.js';
import { newMemory } from '../../memory/memory-store.contract.js';
import { openSqliteStore } from '../../testing/open-sqlite-store.js';
import { createSqliteReindexSource } from './reindex-source.js';
import { openReindexStage } from './reindex-stage.js';

testReindexSource('SQLite', async (memories, queries) => {
  const { db, withTransaction, dispose } = openSqliteStore();
  const { vectors } = newMemory();
  await withTransaction((tx) =>
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
  const ask = db.prepare(`
    INSERT INTO cached_responses (model, context_depth, query, response, vector, bytes, created_at, expires_at, last_used_at)
    VALUES ('m', ?, ?, '', x'00', 1, 1, 1, 1)`);
  for (const query of queries) ask.run(0, query);
  return { source: createSqliteReindexSource(db), dispose };
});

testReindexStage('SQLite', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'anima-reindex-'));
  const model = { name: 'm', dimensions: 1, revision: 'r' };
  const open = (): ReindexStageUnderTest => {
    const stage = openReindexStage(dataDir, { databaseId: 'mine', model });
    return {
      stage,
      reopen() {
        stage.close();
        return open();
      },
      dispose() {
        stage.close();
        rmSync(dataDir, { recursive: true, force: true });
      },
    };
  };
  return open();
});
