import type { Postgres } from '@anima/service/postgres';
import type { JobKind } from '../../domain/job.js';
import { DATABASE_TIME, WORKER_SEEN_MS } from './job-sql.js';

/** Who is there to take up jobs, so that a job that nobody can do says so. Who is not heard of for a while is not counted on. */
export interface Workers {
  /** Once, and then every WORKER_SEEN_MS / 3. */
  announce(worker: { worker: string; kinds: readonly JobKind[]; engines: readonly string[] }): Promise<void>;
  leave(worker: string): Promise<void>;
}

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
