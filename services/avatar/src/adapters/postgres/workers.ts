import type { Postgres } from '@anima/service/postgres';
import { WORKER_SEEN_MS, type Workers } from '../../jobs/workers.js';
import { DATABASE_TIME } from './job-sql.js';

export function createPostgresWorkers(db: Postgres, now = () => DATABASE_TIME): Workers {
  return {
    async announce({ worker, kinds, engines }) {
      await db.query(
        `INSERT INTO avatar.workers (worker, kinds, engines, seen_at) VALUES ($1, $2, $3, ${now()})
          ON CONFLICT (worker) DO UPDATE SET kinds = excluded.kinds, engines = excluded.engines, seen_at = excluded.seen_at`,
        [worker, kinds, engines],
      );
      await db.query(`DELETE FROM avatar.workers WHERE seen_at < ${now()} - ${100 * WORKER_SEEN_MS}`);
    },
    async leave(worker) {
      await db.query('DELETE FROM avatar.workers WHERE worker = $1', [worker]);
    },
  };
}
