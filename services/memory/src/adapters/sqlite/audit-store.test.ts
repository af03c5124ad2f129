import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSqliteEventLog } from '@anima/service/sqlite';
import { type AuditStoreUnderTest, KEPT_RUNS, testAuditStore } from '../../ports/audit-store.contract.js';
import { createSqliteAuditStore } from './audit-store.js';
import { createGroupCommit } from './group-commit.js';
import { openDatabase } from './open-database.js';
import { createProjectRegistry } from './project-registry.js';

async function open(dir = mkdtempSync(join(tmpdir(), 'anima-audits-'))): Promise<AuditStoreUnderTest> {
  const db = openDatabase(dir);
  const commits = createGroupCommit(db, (error) => {
    throw error;
  });
  const projects = createProjectRegistry(db, () => 500);
  const events = createSqliteEventLog(db);
  const project = projects.propose('alpha');
  await commits.run((afterCommit) => projects.keyOf(project, afterCommit));
  return {
    store: createSqliteAuditStore({ db, commits, projects, events, keepRuns: KEPT_RUNS }),
    project,
    events: () => events.after(0, 1_000).map(({ type }) => type),
    async reopen() {
      await commits.close();
      db.close();
      return open(dir);
    },
    async dispose() {
      await commits.close();
      db.close();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

testAuditStore('SQLite', () => open());
