/**
 * The service processes of this database, with the times of their heartbeats in ms since the epoch of the
 * database clock. Running work names its process, and is abandoned when the row of the process has been
 * removed.
 */
export const processSchema = `
  CREATE TABLE processes (
    process_id text PRIMARY KEY,
    host text NOT NULL,
    renewed_at bigint NOT NULL,
    -- From when on no sign was missing.
    steady_since bigint NOT NULL
  );
`;
