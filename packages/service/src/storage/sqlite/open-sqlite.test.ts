import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openSqlite } from './open-sqlite.js';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'anima-sqlite-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

it('opens an existing database, and creates a missing one', () => {
  const path = join(dir, 'a.db');
  const first = openSqlite(path);
  first.exec('CREATE TABLE kept (x)');
  first.close();
  const second = openSqlite(path, { timeout: 0 });
  expect(second.prepare('SELECT count(*) AS n FROM kept').get()).toEqual({ n: 0 });
  second.close();
});

it.each<[string, (path: string) => void, string]>([
  ['other bytes', (path) => writeFileSync(path, 'no database '.repeat(500)), 'file is not a database'],
  ['a folder', (path) => mkdirSync(path), 'unable to open database file'],
])('says in one line that %s lie in its place', (_, put, reason) => {
  const path = join(dir, 'a.db');
  put(path);
  expect(() => openSqlite(path)).toThrow(
    expect.objectContaining({
      code: 'unavailable',
      message: `Cannot use the database ${path} (${reason}): put back a copy of it, or move it away to begin without it`,
    }),
  );
});
