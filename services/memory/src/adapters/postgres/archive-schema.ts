/**
 * What of archives outlives a process. An import has tables of its own, named by `stage` (see archive-stage.ts) and dropped with it; those of
 * a process that is gone are dropped by the next import.
 */
export const archiveSchema = `
  CREATE TABLE import_stages (
    stage text PRIMARY KEY,
    process_id text NOT NULL
  );

  -- Paths on the disk of a host, beside the output of an export.
  CREATE TABLE unfinished_exports (
    process_id text PRIMARY KEY,
    host text NOT NULL,
    path text NOT NULL
  );
`;
