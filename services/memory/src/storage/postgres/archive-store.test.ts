import { findPostgres } from '@anima/test-engines';
import { describe, expect, it } from 'vitest';
import { testArchiveStore } from '../../archive/archive-store.contract.js';
import { openPostgresStore } from '../../testing/open-postgres-store.js';

const missing = findPostgres() === null ? ' (no postgres with pgvector: skipped)' : '';

describe.skipIf(missing !== '')(`on a server${missing}`, () => {
  testArchiveStore('PostgreSQL', () => openPostgresStore());

  it('drops the stages of exited processes at the next import, but not of running processes', async () => {
    const one = await openPostgresStore();
    const gone = await openPostgresStore(one.url);
    const running = await openPostgresStore(one.url);
    try {
      for (const { archives } of [gone, running]) await archives.stage();
      await gone.close();
      const stage = await one.archives.stage();
      await stage.close();
      expect(await one.db.query('SELECT process_id FROM import_stages')).toEqual([
        { process_id: running.own.processId },
      ]);
      const tables = await one.db.query("SELECT 1 FROM pg_tables WHERE tablename LIKE 'import\\_%\\_runs'");
      expect(tables).toHaveLength(1);
    } finally {
      await one.close();
      await running.close();
    }
  });
});
