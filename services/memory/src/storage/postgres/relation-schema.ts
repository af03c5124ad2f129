/** Relations between two memories. */
export const relationSchema = `
  CREATE TABLE relations (
    from_id text NOT NULL,
    kind text NOT NULL,
    to_id text NOT NULL,
    by text NOT NULL,
    confidence double precision,
    reason text,
    at bigint NOT NULL,
    digest text,
    PRIMARY KEY (from_id, kind, to_id)
  );
  CREATE INDEX relations_to ON relations (to_id, kind);
  -- Of a pair one judgement, and beside it that one superseded the other.
  CREATE UNIQUE INDEX relations_of_pairs
    ON relations (least(from_id, to_id), greatest(from_id, to_id), (kind = 'supersedes'));
`;
