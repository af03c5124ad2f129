import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSqliteEventLog } from '@anima/service/sqlite';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterEach, describe, expect, it } from 'vitest';
import { idOf, type JobsUnderTest, testJobQueue } from '../../jobs/job-queue.contract.js';
import { testJobRecords } from '../../jobs/job-records.contract.js';
import type { JobFilter } from '../../jobs/job-records.js';
import { testWebhookOutbox } from '../../jobs/webhook-outbox.contract.js';
import { listStatement } from './job-list.js';
import { createSqliteJobQueue } from './job-queue.js';
import { createSqliteJobRecords } from './job-records.js';
import { migrations, openDatabase } from './open-database.js';
import { createSqliteWebhookOutbox } from './webhook-outbox.js';

function open(clock = { now: 100 }, dir = mkdtempSync(join(tmpdir(), 'anima-jobs-'))): JobsUnderTest {
  const now = () => clock.now;
  const db = openDatabase(dir);
  const other = openDatabase(dir);
  const events = createSqliteEventLog(db);
  const close = () => {
    db.close();
    other.close();
  };
  return {
    queue: createSqliteJobQueue({ db, events, clock: now }),
    elsewhere: createSqliteJobQueue({ db: other, events: createSqliteEventLog(other), clock: now }),
    records: createSqliteJobRecords(db),
    outbox: createSqliteWebhookOutbox(db, now),
    published: () => events.after(0, 1_000).map(({ type, data }) => `${type} ${data.job_id}`),
    clock,
    reopen() {
      close();
      return open(clock, dir);
    },
    dispose() {
      close();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

testJobQueue('SQLite', open);
testJobRecords('SQLite', open);
testWebhookOutbox('SQLite', open);

describe('the database of jobs', () => {
  const dirs: string[] = [];
  const folder = () => {
    dirs.push(mkdtempSync(join(tmpdir(), 'anima-jobs-')));
    return dirs.at(-1)!;
  };
  afterEach(() => {
    for (const dir of dirs.splice(0)) rmSync(dir, { recursive: true, force: true });
  });

  it.each<JobFilter>([{}, { kind: 'tts' }, { status: 'queued' }, { kind: 'tts', status: 'queued' }])(
    'lists %j by an index, neither sorting nor reading what is long',
    (filter) => {
      const db = openDatabase(folder());
      const planOf = (statement: string) =>
        (db.prepare(`EXPLAIN QUERY PLAN ${statement}`).all() as { detail: string }[]).map(
          ({ detail }) => detail,
        );
      const page = listStatement(filter, 'page').replace(':limit', '20').replace(':offset', '0');
      const filtered = Object.keys(filter).length > 0;
      const plans = [page, listStatement(filter, 'total')].map((statement) =>
        planOf(statement.replace(':kind', "'tts'").replace(':status', "'queued'")).join('; '),
      );
      if (filtered) for (const plan of plans) expect(plan).toMatch(/^SEARCH jobs USING (COVERING )?INDEX/);
      else expect(plans[1]).toMatch(/COVERING INDEX/);
      expect(plans[0]).not.toContain('TEMP B-TREE');
      expect(page).not.toMatch(/payload|result|\*/);
      db.close();
    },
  );

  it.each([1, 2])('of version %i gets what came since, and keeps its jobs', async (version) => {
    const dir = folder();
    const old = new DatabaseSync(join(dir, 'avatar.db'));
    old.exec(`${migrations.slice(0, version).join('')} PRAGMA user_version = ${version};
      INSERT INTO jobs (job_id, kind, status, payload, created_at) VALUES ('1', 'tts', 'queued', '{}', 5);
      INSERT INTO jobs (job_id, kind, status, payload, created_at, attempts, owner, lease_until)
        VALUES ('2', 'tts', 'running', '{}', 6, 1, 'a process of then', ${Date.now() + 60_000})`);
    old.close();
    for (let start = 0; start < 2; start++) {
      const db = openDatabase(dir);
      const queue = createSqliteJobQueue({ db, events: createSqliteEventLog(db) });
      expect(await createSqliteJobRecords(db).byId('1')).toMatchObject({ status: 'queued', createdAt: 5 });
      expect(await createSqliteWebhookOutbox(db).dueInMs()).toBeNull();
      // Jobs of the last run are reclaimed immediately.
      expect((await queue.reclaim('a new worker')).map(idOf)).toEqual(start === 0 ? ['2'] : []);
      db.close();
    }
  });

  it('of a later version is refused in one line', () => {
    const dir = folder();
    const db = openDatabase(dir);
    db.exec('PRAGMA user_version = 99');
    db.close();
    expect(() => openDatabase(dir)).toThrow(/schema version 99/);
  });
});
