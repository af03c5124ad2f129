/**
 * Archive data that outlives a process. An import has separate tables, which are named by `stage` (see
 * archive-stage.ts) and dropped with it. The next import drops the tables of exited processes.
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
