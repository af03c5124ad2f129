import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import { afterAll, describe, expect, it } from 'vitest';
import { memoryColumns } from '../../memory/memory-columns.js';
import { declare } from './memory-row.js';
import { openDatabase } from './open-database.js';
import { createSqliteRelationStore } from './relation-store.js';
import { migrations } from './schema.js';
import { readVectorModel } from './vector-model.js';

const root = mkdtempSync(join(tmpdir(), 'anima-database-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const dir = () => mkdtempSync(join(root, 'data-'));
const versionOf = (db: DatabaseSyncInstance) => db.prepare('PRAGMA user_version').get();

/** Returns every table and index with its columns. */
function shapeOf(db: DatabaseSyncInstance): unknown[] {
  return db
    .prepare(
      `SELECT s.type, s.name, group_concat(c.name || ' ' || c.type) AS columns
       FROM sqlite_schema AS s LEFT JOIN pragma_table_info(s.name) AS c GROUP BY s.type, s.name ORDER BY s.name`,
    )
    .all();
}

describe('opening a database', () => {
  it('migrates a database of version 1 to the newest, with its data', () => {
    const old = dir();
    const first = new DatabaseSync(join(old, 'memory.db'));
    first.exec(`${migrations[0]} PRAGMA user_version = 1;`);
    first.exec(`
      INSERT INTO meta VALUES ('database_id', 'mine');
      INSERT INTO memories (memory_id, change_seq, text_seq, type, importance, tags, source_agent, created_at,
        updated_at, archived_at, superseded_by, shared_with, merged_from, origin, content)
      VALUES ('a', 1, 1, 'fact', 0.5, '[]', 'ann', 1, 1, NULL, NULL, '[]', '["b", "c"]', 'merge', 'kept'),
        ('b', 2, 2, 'fact', 0.5, '[]', 'ann', 1, 1, 7, 'a', '[]', '[]', 'api', 'merged'),
        ('c', 3, 3, 'fact', 0.5, '[]', 'ann', 1, 1, 7, 'never imported', '[]', '[]', 'api', 'merged elsewhere')`);
    first.close();

    const db = openDatabase(old);
    expect(versionOf(db)).toEqual({ user_version: migrations.length });
    expect(db.prepare('SELECT memory_id, content, source_line FROM memories LIMIT 1').all()).toEqual([
      { memory_id: 'a', content: 'kept', source_line: null },
    ]);
    expect(createSqliteRelationStore({ reads: db }).of(['a', 'b', 'c'])).toEqual([
      {
        kind: 'supersedes',
        from: 'a',
        to: 'b',
        by: 'merge',
        confidence: null,
        reason: null,
        at: 7,
        digest: null,
      },
    ]);
    expect(db.prepare("SELECT value FROM meta WHERE name = 'database_id'").get()).toEqual({ value: 'mine' });
    expect(shapeOf(db)).toEqual(shapeOf(openDatabase(dir())));
    expect(readVectorModel(db)).toEqual({
      name: 'bge-small-en-v1.5-int8',
      dimensions: 384,
      revision: '6c9c6101a956d62d-d241a60d5e8f04cc',
    });
    expect(readVectorModel(openDatabase(dir()))).toBeNull();
  });

  it('declares the columns of the table of memory columns', () => {
    const rows = openDatabase(dir())
      .prepare('SELECT name, type, "notnull" AS required FROM pragma_table_info(\'memories\')')
      .all() as { name: string; type: string; required: number }[];
    const declared = rows.map(({ name, type, required }) => `${name} ${type}${required ? ' NOT NULL' : ''}`);
    const own = [
      'memory_key INTEGER',
      'change_seq INTEGER NOT NULL',
      'text_seq INTEGER NOT NULL',
      'project_key INTEGER',
    ];
    expect(declared.toSorted()).toEqual([...own, ...memoryColumns.map(declare)].toSorted());
  });

  it('leaves a database unchanged if its migration fails', () => {
    const broken = dir();
    const first = new DatabaseSync(join(broken, 'memory.db'));
    first.exec(`${migrations[0]} PRAGMA user_version = 1; CREATE TABLE cached_responses (x);`);
    const before = shapeOf(first);
    first.close();
    expect(() => openDatabase(broken)).toThrow(/cached_responses/);
    const again = new DatabaseSync(join(broken, 'memory.db'));
    expect(versionOf(again)).toEqual({ user_version: 1 });
    expect(shapeOf(again)).toEqual(before);
  });
});
