import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createGroupCommit, type GroupCommit } from './group-commit.js';

let db: DatabaseSyncInstance;
let commits: GroupCommit;
let errors: unknown[];

beforeEach(() => {
  db = new DatabaseSync(':memory:');
  db.exec('CREATE TABLE t (name TEXT UNIQUE)');
  errors = [];
  commits = createGroupCommit(db, (error) => errors.push(error));
});
afterEach(() => db.close());

const insert = (name: string) => db.prepare('INSERT INTO t VALUES (?)').run(name);
const names = () =>
  (db.prepare('SELECT name FROM t ORDER BY rowid').all() as { name: string }[]).map((row) => row.name);
const add = (name: string, committed?: () => void) =>
  commits.run((afterCommit) => {
    insert(name);
    if (committed !== undefined) afterCommit(committed);
    return name;
  });

it('resolves all works of a batch if a step after the commit throws', async () => {
  const commitOrder: string[] = [];
  const answers = await Promise.all([
    add('a', () => {
      throw new Error('an observer broke');
    }),
    add('b', () => commitOrder.push('b')),
  ]);
  expect(answers).toEqual(['a', 'b']);
  expect(names()).toEqual(['a', 'b']);
  expect(commitOrder).toEqual(['b']);
  expect(errors).toEqual([new Error('an observer broke')]);
  expect(await add('c')).toBe('c');
});

it('rejects a batch whose commit fails, and retries a failed rollback later', async () => {
  const exec = db.exec.bind(db);
  const disk = { broken: true };
  Object.defineProperty(db, 'exec', {
    value: (sql: string) => {
      if (disk.broken && sql === 'ROLLBACK') throw new Error('disk I/O error');
      exec(sql);
    },
  });
  exec(
    'CREATE TABLE parent (id INTEGER PRIMARY KEY); CREATE TABLE child (id REFERENCES parent DEFERRABLE INITIALLY DEFERRED)',
  );
  exec('PRAGMA foreign_keys = ON');
  const orphan = commits.run(() => {
    exec('INSERT INTO child VALUES (1)');
  });
  await expect(Promise.all([orphan, add('a')])).rejects.toThrow(/FOREIGN KEY/);
  expect(errors).toEqual([new Error('disk I/O error')]);
  disk.broken = false;
  expect(await add('b')).toBe('b');
  expect(names()).toEqual(['b']);
});

it('runs a small write before the works of the next transaction', async () => {
  const rider = commits.ride(() => insert('rider'));
  await add('work');
  expect(names()).toEqual(['rider', 'work']);
  await rider;
});

it('runs a small write in a separate transaction after a timeout, and on close', async () => {
  await commits.ride(() => insert('alone'));
  expect(names()).toEqual(['alone']);
  const last = commits.ride(() => insert('last'));
  await commits.close();
  await last;
  expect(names()).toEqual(['alone', 'last']);
  await expect(commits.ride(() => insert('late'))).rejects.toThrow(/closing/);
  await expect(add('late')).rejects.toThrow(/closing/);
});

it('rejects only the small write if it throws', async () => {
  insert('taken');
  const rider = commits.ride(() => insert('taken'));
  rider.catch(() => {});
  expect(await add('work')).toBe('work');
  await expect(rider).rejects.toThrow(/UNIQUE/);
  expect(names()).toEqual(['taken', 'work']);
});

it('awaits works in sequence in one transaction, and undoes only the work that fails late', async () => {
  const started: string[] = [];
  const later = (name: string, fails = false) =>
    commits.run(async () => {
      started.push(name);
      insert(name);
      await Promise.resolve();
      expect([started.at(-1), db.isTransaction]).toEqual([name, true]);
      if (fails) throw new Error('late');
    });
  const outcomes = await Promise.allSettled([later('a'), later('b', true), later('c')]);
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(names()).toEqual(['a', 'c']);
});

it('is held after the running transaction has ended, and starts no transaction until it is released', async () => {
  const order: string[] = [];
  const requests: Promise<void>[] = [];
  const heldWork = async () => {
    order.push(`held, in a transaction: ${db.isTransaction}`);
    requests.push(commits.run(() => void order.push('second')));
    await new Promise((resolve) => setImmediate(resolve));
    order.push('let go');
  };
  await commits.run(async () => {
    requests.push(commits.hold(heldWork));
    await Promise.resolve();
    order.push('first');
  });
  await requests[0];
  await requests[1];
  expect(order).toEqual(['first', 'held, in a transaction: false', 'let go', 'second']);
});
