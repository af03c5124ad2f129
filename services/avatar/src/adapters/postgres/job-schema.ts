/**
 * Tables of jobs, pending webhooks and the data that all processes on one database share. Times are ms since
 * the epoch.
 */
export const jobSchema = `
  CREATE TABLE avatar.jobs (
    job_key BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    job_id TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL,
    status TEXT NOT NULL,
    payload TEXT NOT NULL,
    progress DOUBLE PRECISION NOT NULL DEFAULT 0,
    stage TEXT NOT NULL DEFAULT '',
    attempts INTEGER NOT NULL DEFAULT 0,
    fence BIGINT NOT NULL DEFAULT 0,
    created_at BIGINT NOT NULL,
    started_at BIGINT,
    finished_at BIGINT,
    output TEXT,
    result TEXT,
    error TEXT,
    webhook_url TEXT,
    -- The worker that has it, and until when; null unless it runs.
    owner TEXT,
    lease_until BIGINT,
    -- The job that has to end before this one begins.
    after_job TEXT,
    part_of TEXT REFERENCES avatar.jobs (job_id) ON DELETE CASCADE,
    -- Engines that whoever runs it must have.
    needs TEXT[] NOT NULL DEFAULT '{}',
    -- The queue of pg-boss that it goes to, and its line there while it may begin.
    queue TEXT NOT NULL,
    line UUID UNIQUE
  );
  CREATE INDEX jobs_by_kind ON avatar.jobs (kind, job_key);
  CREATE INDEX jobs_by_status ON avatar.jobs (status, kind, job_key);
  CREATE INDEX jobs_of_status ON avatar.jobs (status, job_key);
  CREATE INDEX jobs_that_may_begin ON avatar.jobs (kind, job_key) WHERE status = 'queued' AND after_job IS NULL;
  CREATE INDEX jobs_that_wait ON avatar.jobs (after_job) WHERE after_job IS NOT NULL;
  CREATE INDEX jobs_by_whole ON avatar.jobs (part_of) WHERE part_of IS NOT NULL;
  CREATE INDEX jobs_by_end ON avatar.jobs (finished_at) WHERE finished_at IS NOT NULL;
  -- One for all jobs: no two claims are alike, not even around a restore.
  CREATE SEQUENCE avatar.claims;

  CREATE TABLE avatar.webhook_outbox (
    job_id TEXT PRIMARY KEY REFERENCES avatar.jobs (job_id) ON DELETE CASCADE,
    url TEXT NOT NULL,
    tries INTEGER NOT NULL DEFAULT 0,
    since BIGINT NOT NULL,
    next_at BIGINT NOT NULL
  );
  CREATE INDEX webhooks_by_time ON avatar.webhook_outbox (next_at);

  -- The restore whose jobs these are, so that one that was cut short knows whether it got so far.
  CREATE TABLE avatar.restored_jobs (restore_id TEXT NOT NULL);
`;
