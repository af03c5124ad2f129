import { loadScaleOut } from '@anima/service/scale-out';
import { findPostgres, startedPostgres } from '@anima/test-engines';
import { describe, expect, it } from 'vitest';
import { columnNames } from './memory-row.js';
import { openDatabase } from './open-database.js';

const missing = findPostgres() === null ? ' (no postgres with pgvector: skipped)' : '';

describe.skipIf(missing !== '')(`an unusable PostgreSQL${missing}`, () => {
  const open = (url: string) => openDatabase(url, { onError: () => {} });
  const refused = (message: RegExp) => ({
    code: 'invalid_configuration',
    message: expect.stringMatching(message),
  });

  it('is rejected with an error of one line: missing database, missing rights', async () => {
    const { url } = await startedPostgres();
    await expect(open(`${url}_gone`)).rejects.toMatchObject(refused(/may make tables.*does not exist$/));
    const { openPostgres } = await loadScaleOut('postgres', 'MEMORY_DATABASE_URL');
    const db = openPostgres({ url, name: 'test', onError: () => {} });
    await db.query('DROP ROLE IF EXISTS guest');
    await db.query('CREATE ROLE guest LOGIN');
    await db.close();
    await expect(open(url.replace('anima@', 'guest:hidden@'))).rejects.toMatchObject(
      refused(/^(?!.*hidden).*permission denied/),
    );
  });

  it('has the columns of the table of memory columns', async () => {
    const { url } = await startedPostgres();
    const { db } = await open(url);
    const columns = await db.query<{ name: string }>(
      "SELECT column_name AS name FROM information_schema.columns WHERE table_name = 'memories'",
    );
    const own = ['memory_key', 'change_seq', 'text_seq', 'project_key'];
    expect(columns.map(({ name }) => name).toSorted()).toEqual([...own, ...columnNames()].toSorted());
    await db.close();
  });

  it('is rejected if a later version has migrated it', async () => {
    const { url } = await startedPostgres();
    const { db } = await open(url);
    await db.query("UPDATE anima_schema SET version = 99, serves_from = 99 WHERE name = 'memory'");
    await expect(open(url)).rejects.toMatchObject(refused(/expected a newer service/));
    await db.close();
  });
});
