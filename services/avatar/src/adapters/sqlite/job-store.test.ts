import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSqliteEventLog } from '@anima/service/sqlite';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterEach, describe, expect, it } from 'vitest';
import { type JobStoreUnderTest, testJobStore } from '../../ports/job-store.contract.js';
import type { JobFilter } from '../../ports/job-store.js';
import { listStatement } from './job-list.js';
import { createSqliteJobStore } from './job-store.js';
import { jobSchema, openDatabase } from './open-database.js';
import { createSqliteWebhookOutbox } from './webhook-outbox.js';

function open(dir = mkdtempSync(join(tmpdir(), 'anima-jobs-'))): JobStoreUnderTest {
  const db = openDatabase(dir);
  const events = createSqliteEventLog(db);
  return {
    store: createSqliteJobStore({ db, events }),
    outbox: createSqliteWebhookOutbox(db),
    told: () => events.after(0, 1_000).map(({ type, data }) => `${type} ${data.job_id}`),
    reopen() {
      db.close();
      return open(dir);
    },
    dispose() {
      db.close();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

testJobStore('SQLite', () => open());

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

  it('of the first version gets what came since, and keeps its jobs', () => {
    const dir = folder();
    const old = new DatabaseSync(join(dir, 'avatar.db'));
    old.exec(`${jobSchema} PRAGMA user_version = 1;
      INSERT INTO jobs (job_id, kind, status, payload, created_at) VALUES ('1', 'tts', 'queued', '{}', 5)`);
    old.close();
    for (let start = 0; start < 2; start++) {
      const db = openDatabase(dir);
      const store = createSqliteJobStore({ db, events: createSqliteEventLog(db) });
      expect(store.byId('1')).toMatchObject({ status: 'queued', createdAt: 5 });
      expect(createSqliteWebhookOutbox(db).nextAt()).toBeNull();
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
