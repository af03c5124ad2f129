import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSqliteEventLog } from '@anima/service';
import { type JobStoreUnderTest, testJobStore } from '../../ports/job-store.contract.js';
import { createSqliteJobStore } from './job-store.js';
import { openDatabase } from './open-database.js';

function open(dir = mkdtempSync(join(tmpdir(), 'anima-jobs-'))): JobStoreUnderTest {
  const db = openDatabase(dir);
  const events = createSqliteEventLog(db);
  return {
    store: createSqliteJobStore({ db, events }),
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
