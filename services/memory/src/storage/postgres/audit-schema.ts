/**
 * Audit runs, their findings, and suppressions. `json` columns store values unchanged, and no query filters
 * by them. A run belongs to the process that started it, see process-schema.ts.
 */
export const auditSchema = `
  CREATE TABLE audit_runs (
    run_key bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
    run_id text NOT NULL UNIQUE,
    scope text NOT NULL,
    project_key integer REFERENCES projects,
    skills_dir text,
    config_dir text,
    state text NOT NULL,
    -- Null of one that was imported.
    process_id text,
    started_at bigint NOT NULL,
    finished_at bigint,
    error text,
    memories_checked bigint NOT NULL DEFAULT 0,
    counts json NOT NULL,
    suppressed_counts json NOT NULL,
    notes json NOT NULL DEFAULT '[]',
    undecided json NOT NULL DEFAULT '[]'
  );
  CREATE INDEX audit_runs_by_project ON audit_runs (project_key) WHERE project_key IS NOT NULL;
  CREATE INDEX audit_runs_unfinished ON audit_runs (process_id) WHERE state = 'running';

  CREATE TABLE audit_findings (
    run_key bigint NOT NULL REFERENCES audit_runs,
    position integer NOT NULL,
    finding_id text NOT NULL UNIQUE,
    fingerprint text NOT NULL,
    -- All of it, but for whether it is suppressed.
    finding json NOT NULL,
    PRIMARY KEY (run_key, position)
  );
  -- Which runs have a finding: asked before an old run is removed.
  CREATE INDEX audit_findings_by_fingerprint ON audit_findings (fingerprint);

  CREATE TABLE audit_suppressions (
    fingerprint text PRIMARY KEY,
    kind text NOT NULL,
    subjects json NOT NULL,
    suppressed_at bigint NOT NULL,
    agent_id text NOT NULL
  );
`;
