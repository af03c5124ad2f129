/** Stored results of models, by a digest of model, prompt and texts. */
export const judgementSchema = `
  CREATE TABLE judgements (
    judgement_key text PRIMARY KEY,
    answers double precision[] NOT NULL,
    judged_at bigint NOT NULL
  );
  CREATE INDEX judgements_by_age ON judgements (judged_at, judgement_key);
`;
