/** What models answered about texts, by the digest of model, question and texts. */
export const judgementSchema = `
  CREATE TABLE judgements (
    judgement_key text PRIMARY KEY,
    answers double precision[] NOT NULL,
    judged_at bigint NOT NULL
  );
  CREATE INDEX judgements_by_age ON judgements (judged_at, judgement_key);
`;
