import { storedJson } from '@anima/service/sqlite';
import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import type { JudgementStore } from '../../relations/judgement-store.js';
import type { GroupCommit } from './group-commit.js';

/** Default maximum: about 20 MB, and days of model time. */
const MOST = 100_000;

export function createSqliteJudgementStore({
  db,
  reads,
  commits,
  most = MOST,
}: {
  db: DatabaseSyncInstance;
  reads: DatabaseSyncInstance;
  commits: Pick<GroupCommit, 'ride'>;
  most?: number;
}): JudgementStore {
  const select = reads.prepare('SELECT answers FROM judgements WHERE judgement_key = ?');
  const upsert = db.prepare('INSERT OR REPLACE INTO judgements VALUES (?, ?, ?)');
  const trim = db.prepare(`
    DELETE FROM judgements WHERE judgement_key IN (
      SELECT judgement_key FROM judgements ORDER BY judged_at, judgement_key
      LIMIT max(0, (SELECT count(*) FROM judgements) - ?)
    )`);
  return {
    find(key) {
      const row = select.get(key) as { answers: string } | undefined;
      return row === undefined ? null : storedJson<number[]>(row.answers, 'a stored judgement');
    },
    put: (key, answers, at) =>
      commits.ride(() => {
        upsert.run(key, JSON.stringify(answers), at);
        trim.run(most);
      }),
  };
}
