/**
 * Stored results of models, by a digest of model, prompt and texts. The results are JSON arrays of numbers.
 */
export const judgementSchema = `
  CREATE TABLE judgements (
    judgement_key TEXT PRIMARY KEY,
    answers TEXT NOT NULL,
    judged_at INTEGER NOT NULL
  ) WITHOUT ROWID;
  CREATE INDEX judgements_by_age ON judgements (judged_at);
`;
