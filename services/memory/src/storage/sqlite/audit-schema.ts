/** Index of the runs by finding, used before an old run is removed. */
export const findingsByFingerprint =
  'CREATE INDEX audit_findings_by_fingerprint ON audit_findings (fingerprint);';

/**
 * Adds the author and the confidence of a finding, the end of its validity, and the undecided pairs. All
 * older findings are from rules.
 */
export const judgedFindings = `
  ALTER TABLE audit_findings ADD COLUMN judged_by TEXT NOT NULL DEFAULT 'rules';
  ALTER TABLE audit_findings ADD COLUMN confidence REAL;
  ALTER TABLE audit_findings ADD COLUMN valid_until INTEGER;
  ALTER TABLE audit_runs ADD COLUMN undecided TEXT NOT NULL DEFAULT '[]';
`;

/**
 * Audit runs, their findings, and suppressions. Lists and counts are JSON, because no query filters by them.
 */
export const auditSchema = `
  CREATE TABLE audit_runs (
    run_key INTEGER PRIMARY KEY AUTOINCREMENT,
    run_id TEXT NOT NULL UNIQUE,
    scope TEXT NOT NULL,
    project_key INTEGER REFERENCES projects,
    skills_dir TEXT,
    config_dir TEXT,
    state TEXT NOT NULL,
    started_at INTEGER NOT NULL,
    finished_at INTEGER,
    error TEXT,
    memories_checked INTEGER NOT NULL DEFAULT 0,
    counts TEXT NOT NULL,
    suppressed_counts TEXT NOT NULL,
    notes TEXT NOT NULL
  );
  CREATE INDEX audit_runs_by_project ON audit_runs (project_key) WHERE project_key IS NOT NULL;
  CREATE INDEX audit_runs_unfinished ON audit_runs (state) WHERE state = 'running';

  CREATE TABLE audit_findings (
    run_key INTEGER NOT NULL REFERENCES audit_runs,
    position INTEGER NOT NULL,
    finding_id TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL,
    severity TEXT NOT NULL,
    title TEXT NOT NULL,
    detail TEXT NOT NULL,
    memory_ids TEXT NOT NULL,
    evidence TEXT NOT NULL,
    suggestion TEXT NOT NULL,
    subjects TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    PRIMARY KEY (run_key, position)
  ) WITHOUT ROWID;

  CREATE TABLE audit_suppressions (
    fingerprint TEXT PRIMARY KEY,
    kind TEXT NOT NULL,
    subjects TEXT NOT NULL,
    suppressed_at INTEGER NOT NULL,
    agent_id TEXT NOT NULL
  ) WITHOUT ROWID;
`;
