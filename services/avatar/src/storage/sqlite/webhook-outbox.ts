import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import type { PendingWebhook, WebhookOutbox } from '../../jobs/webhook-outbox.js';

type Row = Pick<PendingWebhook, 'url' | 'tries'> & { job_id: string; since: number };

/** Reads and clears the webhooks that the queue records when a job finishes. */
export function createSqliteWebhookOutbox(db: DatabaseSyncInstance, clock = Date.now): WebhookOutbox {
  const selectDue = db.prepare(
    'SELECT job_id, url, tries, since FROM webhook_outbox WHERE next_at <= ? ORDER BY next_at, since LIMIT ?',
  );
  const selectNext = db.prepare('SELECT min(next_at) AS next_at FROM webhook_outbox');
  const remove = db.prepare('DELETE FROM webhook_outbox WHERE job_id = ?');
  const hold = db.prepare('UPDATE webhook_outbox SET next_at = ? WHERE job_id = ?');
  const update = db.prepare('UPDATE webhook_outbox SET tries = tries + 1, next_at = ? WHERE job_id = ?');
  return {
    claim(limit, leaseMs) {
      const now = clock();
      const rows = selectDue.all(now, limit) as Row[];
      for (const { job_id } of rows) hold.run(now + leaseMs, job_id);
      return rows.map(({ job_id, since, ...line }) => ({ jobId: job_id, ...line, ageMs: now - since }));
    },
    dueInMs() {
      const { next_at: nextAt } = selectNext.get() as { next_at: number | null };
      return nextAt === null ? null : Math.max(0, nextAt - clock());
    },
    async settle(jobId) {
      remove.run(jobId);
    },
    async handBack(jobId) {
      hold.run(clock(), jobId);
    },
    async postpone(jobId, ms) {
      update.run(clock() + ms, jobId);
    },
  };
}
