import type { Postgres } from '@anima/service/postgres';
import type { WebhookOutbox } from '../../jobs/webhook-outbox.js';
import { DATABASE_TIME } from './job-sql.js';

interface Row {
  job_id: string;
  url: string;
  tries: number;
  was_due_at: number;
  age: number;
}

/**
 * Claims and clears the webhooks that the queue records when a job finishes. Several processes can do so
 * concurrently.
 */
export function createPostgresWebhookOutbox(db: Postgres, now = () => DATABASE_TIME): WebhookOutbox {
  return {
    async claim(limit, leaseMs) {
      const rows = await db.query<Row>(
        `WITH due AS (
            SELECT job_id, next_at FROM avatar.webhook_outbox WHERE next_at <= ${now()}
            ORDER BY next_at, since LIMIT $1 FOR UPDATE SKIP LOCKED)
          UPDATE avatar.webhook_outbox AS line SET next_at = ${now()} + $2::bigint FROM due WHERE due.job_id = line.job_id
          RETURNING line.job_id, url, tries, due.next_at AS was_due_at, ${now()} - since AS age`,
        [limit, leaseMs],
      );
      return rows
        .sort((one, other) => one.was_due_at - other.was_due_at || other.age - one.age)
        .map(({ job_id: jobId, url, tries, age }) => ({ jobId, url, tries, ageMs: age }));
    },

    async dueInMs() {
      const [row] = await db.query<{ due_in: number | null }>(
        `SELECT min(next_at) - ${now()} AS due_in FROM avatar.webhook_outbox`,
      );
      return row!.due_in === null ? null : Math.max(0, row!.due_in);
    },

    async settle(jobId) {
      await db.query('DELETE FROM avatar.webhook_outbox WHERE job_id = $1', [jobId]);
    },

    async handBack(jobId) {
      await db.query(`UPDATE avatar.webhook_outbox SET next_at = ${now()} WHERE job_id = $1`, [jobId]);
    },

    async postpone(jobId, ms) {
      await db.query(
        `UPDATE avatar.webhook_outbox SET tries = tries + 1, next_at = ${now()} + $2::bigint WHERE job_id = $1`,
        [jobId, Math.round(ms)],
      );
    },
  };
}
