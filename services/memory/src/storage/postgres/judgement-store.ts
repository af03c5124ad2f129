import type { Postgres } from '@anima/service/postgres';
import type { JudgementStore } from '../../relations/judgement-store.js';

/** Default maximum: about 20 MB, and days of model time. */
const MOST = 100_000;

const UPSERT = `
  INSERT INTO judgements (judgement_key, answers, judged_at) VALUES ($1, $2, $3)
  ON CONFLICT (judgement_key) DO UPDATE SET answers = excluded.answers, judged_at = excluded.judged_at`;
/**
 * Serialises the writes of all processes: two that count at the same time would each leave one row too many.
 */
const IN_TURN = 'LOCK TABLE judgements IN SHARE ROW EXCLUSIVE MODE';
const TRIM = `
  DELETE FROM judgements WHERE judgement_key IN (
    SELECT judgement_key FROM judgements ORDER BY judged_at, judgement_key
    LIMIT greatest(0, (SELECT count(*) FROM judgements) - $1))`;

export function createPostgresJudgementStore({
  db,
  most = MOST,
}: {
  db: Postgres;
  most?: number;
}): JudgementStore {
  return {
    async find(key) {
      const [row] = await db.query<{ answers: number[] }>(
        'SELECT answers FROM judgements WHERE judgement_key = $1',
        [key],
      );
      return row?.answers ?? null;
    },
    put: (key, answers, at) =>
      db.transaction(async (tx) => {
        await tx.query(IN_TURN);
        await tx.query(UPSERT, [key, answers, at]);
        await tx.query(TRIM, [most]);
      }),
  };
}
