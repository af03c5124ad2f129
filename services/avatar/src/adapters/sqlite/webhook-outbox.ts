import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import type { OwedWebhook, WebhookOutbox } from '../../ports/webhook-outbox.js';

/** Reads and clears what the job store writes when a job ends. */
export function createSqliteWebhookOutbox(db: DatabaseSyncInstance): WebhookOutbox {
  const selectDue = db.prepare(
    'SELECT job_id, url, tries, since FROM webhook_outbox WHERE next_at <= ? ORDER BY next_at LIMIT ?',
  );
  const selectNext = db.prepare('SELECT min(next_at) AS next_at FROM webhook_outbox');
  const remove = db.prepare('DELETE FROM webhook_outbox WHERE job_id = ?');
  const update = db.prepare('UPDATE webhook_outbox SET tries = tries + 1, next_at = ? WHERE job_id = ?');
  return {
    due: (now, limit) =>
      (selectDue.all(now, limit) as (Omit<OwedWebhook, 'jobId'> & { job_id: string })[]).map(
        ({ job_id, ...line }) => ({ jobId: job_id, ...line }),
      ),
    nextAt: () => (selectNext.get() as { next_at: number | null }).next_at,
    settle: (jobId) => void remove.run(jobId),
    postpone: (jobId, nextAt) => void update.run(nextAt, jobId),
  };
}
