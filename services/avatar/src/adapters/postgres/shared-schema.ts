/** Tables of data other than jobs that processes on one database share. Times are ms since the epoch. */
export const sharedSchema = `
  -- The settings that differ from their defaults, as JSON, in the one row of the table.
  CREATE TABLE avatar.settings (only_row BOOLEAN PRIMARY KEY DEFAULT true CHECK (only_row), changed TEXT NOT NULL);
  -- Made once by whoever comes first: what signs webhooks and tickets.
  CREATE TABLE avatar.secrets (name TEXT PRIMARY KEY, secret TEXT NOT NULL);
  -- Who takes up jobs, of which kinds, and with which engines.
  CREATE TABLE avatar.workers (
    worker TEXT PRIMARY KEY,
    kinds TEXT[] NOT NULL,
    engines TEXT[] NOT NULL,
    seen_at BIGINT NOT NULL
  );
`;
