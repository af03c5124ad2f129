import { AppError } from '@anima/service/errors';
import type { Postgres, PostgresQueries } from '@anima/service/postgres';
import { reembedAll } from '../../embedding/reembed-all.js';
import type { TextEmbedder } from '../../embedding/text-embedder.js';
import {
  isComparable,
  otherModelMessage,
  sameModel,
  type VectorModel,
  vectorModelOf,
} from '../../embedding/vector-model.js';
import { createPostgresReindexSource } from './reindex-source.js';
import { hasReindexStage, openPostgresReindexStage } from './reindex-stage.js';

/**
 * Maximum number of texts, written after `anima reindex` ended, that are embedded at the start: about ten
 * seconds.
 */
const MAX_AT_START = 1_000;

/**
 * Ensures that every vector of the database belongs to this model, before any vector is read: a database
 * without vectors is assigned to the model, and the result of `anima reindex` for the model is adopted.
 * Rejects with an AppError of one line if the vectors belong to another model.
 */
export async function ensureVectorModel(db: Postgres, embedder: TextEmbedder): Promise<void> {
  const own = vectorModelOf(embedder);
  const others = await db.transaction(async (tx) => {
    const made = await readVectorModel(tx, 'FOR UPDATE');
    if (made !== null && sameModel(made, own)) return null;
    if (made !== null && !isComparable(made, embedder) && (await holdsVectors(tx))) return made;
    await tx.query('UPDATE store_state SET vector_model = $1', [JSON.stringify(own)]);
    return null;
  });
  if (others === null) return;
  if (!(await hasReindexStage(db, (made) => isComparable(made, embedder))))
    throw new AppError('unavailable', otherModelMessage(others, own));
  await adoptStagedVectors(db, embedder, MAX_AT_START);
}

/**
 * Embeds the texts that have no staged vectors, if they are at most `most`, then replaces the vectors in use
 * with the staged vectors.
 */
export async function adoptStagedVectors(
  db: Postgres,
  embedder: TextEmbedder,
  most: number,
  signal = new AbortController().signal,
): Promise<void> {
  const model = vectorModelOf(embedder);
  const source = createPostgresReindexSource(db);
  const stage = await openPostgresReindexStage(db, model, (made) => isComparable(made, embedder));
  const [total, done] = [await source.count(), await stage.count()];
  if (total - done > most) {
    const made = await readVectorModel(db);
    throw new AppError(
      'unavailable',
      `${otherModelMessage(made ?? model, model)} (${done} of ${total} texts are done)`,
    );
  }
  await reembedAll({ source, stage, embedder }, signal);
  await stage.moveIntoUse();
}

/** Reads the model of the vectors of this database; null if it has no model. */
export async function readVectorModel(
  db: PostgresQueries,
  lock: 'FOR UPDATE' | '' = '',
): Promise<VectorModel | null> {
  const [state] = await db.query<{ vector_model: VectorModel | null }>(
    `SELECT vector_model FROM store_state ${lock}`,
  );
  return state?.vector_model ?? null;
}

async function holdsVectors(tx: PostgresQueries): Promise<boolean> {
  const [row] = await tx.query<{ holds: boolean }>(
    'SELECT EXISTS (SELECT 1 FROM memory_vectors) OR EXISTS (SELECT 1 FROM cached_responses) AS holds',
  );
  return row?.holds === true;
}

/**
 * Checks the model again after the start; throws if another process has replaced the vectors with vectors of
 * another model since.
 */
export function assertVectorModel(made: VectorModel | null, embedder: TextEmbedder): void {
  if (made !== null && !isComparable(made, embedder))
    throw new AppError('unavailable', otherModelMessage(made, vectorModelOf(embedder)));
}
