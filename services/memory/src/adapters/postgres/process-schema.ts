/**
 * The service processes of this database, by their signs of life, in ms since the epoch on its clock. What a process works on names it,
 * and belongs to nobody when its row is gone.
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
