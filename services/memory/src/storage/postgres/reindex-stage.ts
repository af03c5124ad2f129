import { AppError } from '@anima/service/errors';
import type { Postgres, PostgresQueries } from '@anima/service/postgres';
import type { MemoryText, ReindexStage } from '../../embedding/reindex.js';
import { sameModel, type VectorModel } from '../../embedding/vector-model.js';
import {
  MEMORIES_WITH_PROJECT,
  MEMORY_COLUMNS,
  type MemoryRow,
  memoryFromRow,
  vectorsFromBytes,
  vectorsToBytes,
} from './memory-row.js';
import { queryDigest } from './response-cache-store.js';
import { vectorText, writeSearchRows } from './search-rows.js';
import { prepareVectorIndex } from './search-schema.js';

export interface PostgresReindexStage extends ReindexStage {
  /**
   * Replaces the vectors in use with the vectors of the stage, empties the stage, and stores its model, in
   * one transaction. All writes wait during this time. Throws if a text has no staged vectors.
   */
  moveIntoUse(): Promise<void>;
}

/** Number of memories that are held in memory at once. */
const MEMORIES_AT_ONCE = 50;

const PUT_MEMORIES = `
  INSERT INTO reindex_vectors (memory_key, text_seq, content, context)
  SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bytea[], $4::bytea[])
  ON CONFLICT (memory_key) DO UPDATE SET text_seq = excluded.text_seq, content = excluded.content, context = excluded.context`;
const PUT_QUESTIONS = `
  INSERT INTO reindex_questions (query_digest, vector) SELECT query, vector::halfvec FROM unnest($1::text[], $2::text[]) AS made (query, vector)
  ON CONFLICT (query_digest) DO UPDATE SET vector = excluded.vector`;
const COUNT = `
  SELECT (SELECT count(*) FROM reindex_vectors) + (SELECT count(*) FROM reindex_questions) AS texts`;
const MISSING = `
  SELECT (SELECT count(*) FROM memories LEFT JOIN reindex_vectors AS made USING (memory_key, text_seq) WHERE made.content IS NULL)
    + (SELECT count(*) FROM cached_responses LEFT JOIN reindex_questions AS made
      ON made.query_digest = encode(sha256(convert_to(cached_responses.query, 'UTF8')), 'hex') WHERE made.vector IS NULL)
    AS missing`;
const EMPTY = 'TRUNCATE reindex_state, reindex_vectors, reindex_questions';

/** Returns whether a stage exists for a model that `isOurs` accepts. */
export async function hasReindexStage(
  db: PostgresQueries,
  isOurs: (made: VectorModel) => boolean,
): Promise<boolean> {
  const [state] = await db.query<{ model: VectorModel }>('SELECT model FROM reindex_state');
  return state !== undefined && isOurs(state.model);
}

/**
 * Opens the stage and keeps the vectors that were made earlier for this model. If they belong to a model that
 * `isOurs` rejects (default: every other model), the stage starts empty.
 */
export async function openPostgresReindexStage(
  db: Postgres,
  model: VectorModel,
  isOurs = (made: VectorModel) => sameModel(made, model),
): Promise<PostgresReindexStage> {
  await db.transaction(async (tx) => {
    await tx.query('LOCK TABLE reindex_state IN EXCLUSIVE MODE');
    if (await hasReindexStage(tx, isOurs)) return;
    await tx.query(EMPTY);
    await tx.query('INSERT INTO reindex_state (model) VALUES ($1)', [JSON.stringify(model)]);
  });

  /** Throws if another process uses the stage for another model, because the vectors would be mixed. */
  async function assertOwn(tx: PostgresQueries): Promise<void> {
    const [state] = await tx.query<{ model: VectorModel }>('SELECT model FROM reindex_state FOR SHARE');
    if (state === undefined || !isOurs(state.model))
      throw new AppError(
        'unavailable',
        `Another process computes the vectors of this database again, with ${state?.model.name ?? 'another model'}, or has put them into use`,
      );
  }

  return {
    async lackingMemories(memories) {
      const rows = await db.query<{ memory_key: number; text_seq: number }>(
        'SELECT memory_key, text_seq FROM reindex_vectors WHERE memory_key = ANY ($1)',
        [memories.map(({ key }) => key)],
      );
      const made = new Map(rows.map(({ memory_key, text_seq }) => [memory_key, text_seq]));
      return memories.filter(({ key, textSeq }: MemoryText) => made.get(key) !== textSeq);
    },

    async lackingQuestions(queries) {
      const rows = await db.query<{ query_digest: string }>(
        'SELECT query_digest FROM reindex_questions WHERE query_digest = ANY ($1)',
        [queries.map(queryDigest)],
      );
      const made = new Set(rows.map(({ query_digest }) => query_digest));
      return queries.filter((query) => !made.has(queryDigest(query)));
    },

    put: ({ memories, questions }) =>
      db.transaction(async (tx) => {
        await assertOwn(tx);
        await tx.query(PUT_MEMORIES, [
          memories.map(({ key }) => key),
          memories.map(({ textSeq }) => textSeq),
          memories.map(({ vectors }) => vectorsToBytes(vectors.content)),
          memories.map(({ vectors }) => vectors.context && vectorsToBytes([vectors.context])),
        ]);
        await tx.query(PUT_QUESTIONS, [
          questions.map(({ query }) => queryDigest(query)),
          questions.map(({ vector }) => vectorText(vector)),
        ]);
      }),

    async count() {
      const [row] = await db.query<{ texts: number }>(COUNT);
      return row!.texts;
    },

    async moveIntoUse() {
      await prepareVectorIndex(db, model.dimensions);
      await db.transaction(async (tx) => {
        // This lock blocks all other writers until the transaction ends.
        const [state] = await tx.query<{ vector_model: VectorModel | null }>(
          'SELECT vector_model FROM store_state FOR UPDATE',
        );
        // Another process with this model has already moved the vectors.
        if (state?.vector_model && isOurs(state.vector_model)) return;
        await assertOwn(tx);
        const [row] = await tx.query<{ missing: number }>(MISSING);
        if (row!.missing > 0) throw new Error(`${row!.missing} texts have no vectors on the stage`);
        await moveMemories(tx, model.dimensions);
        await tx.query(`UPDATE cached_responses SET vector = made.vector,
            bytes = bytes + 4 * (vector_dims(made.vector) - vector_dims(cached_responses.vector)) FROM reindex_questions AS made
          WHERE made.query_digest = encode(sha256(convert_to(cached_responses.query, 'UTF8')), 'hex')`);
        await tx.query('UPDATE store_state SET vector_model = $1', [JSON.stringify(model)]);
        await tx.query(EMPTY);
      });
    },
  };
}

async function moveMemories(tx: PostgresQueries, dimensions: number): Promise<void> {
  for (let last = 0; ; ) {
    const rows = await tx.query<MovedRow>(
      `SELECT ${MEMORY_COLUMNS}, made.content AS new_content, made.context AS new_context
       FROM ${MEMORIES_WITH_PROJECT} JOIN reindex_vectors AS made USING (memory_key)
       WHERE memory_key > $1 ORDER BY memory_key LIMIT ${MEMORIES_AT_ONCE}`,
      [last],
    );
    if (rows.length === 0) return;
    await tx.query(
      `UPDATE memory_vectors SET content = made.content, context = made.context FROM reindex_vectors AS made
       WHERE made.memory_key = memory_vectors.memory_key AND made.memory_key > $1 AND made.memory_key <= $2`,
      [last, rows.at(-1)!.memory_key],
    );
    await writeSearchRows(
      tx,
      rows.map(({ new_content, new_context, ...row }) => ({
        memory: memoryFromRow(row),
        vectors: vectorsFromBytes({ content: new_content, context: new_context }, dimensions),
      })),
    );
    last = rows.at(-1)!.memory_key;
  }
}

interface MovedRow extends MemoryRow {
  new_content: Buffer;
  new_context: Buffer | null;
}
