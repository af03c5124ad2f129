import { WORKER_SEEN_MS } from '../../jobs/workers.js';

/** The time of the database, in ms since the epoch. */
export const DATABASE_TIME = 'floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint';

/** Stage of a queued job that waits because no known worker can run it. */
const stageOf = (now: string) => `
  CASE WHEN status = 'queued' AND stage = '' AND after_job IS NULL AND NOT EXISTS (
    SELECT FROM avatar.workers AS w
    WHERE jobs.kind = ANY (w.kinds) AND jobs.needs <@ w.engines AND w.seen_at > ${now} - ${WORKER_SEEN_MS})
  THEN 'waiting for a worker' || CASE WHEN needs = '{}' THEN '' ELSE ' with ' || array_to_string(needs, ' and ') END
  ELSE stage END AS stage`;

/** All columns of a job that are short. */
export const outlineColumns = (
  now: string,
) => `job_id, kind, status, progress, ${stageOf(now)}, attempts, fence, created_at,
  started_at, finished_at, output, error, webhook_url, part_of`;
export const allColumns = (now: string) => `${outlineColumns(now)}, payload, result, owner`;
