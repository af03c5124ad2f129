import { AppError } from '@anima/service/errors';
import type { Postgres, PostgresQueries } from '@anima/service/postgres';
import { reembedAll } from '../../domain/embedding/embed-anew.js';
import {
  isComparable,
  otherModelMessage,
  sameModel,
  type VectorModel,
  vectorModelOf,
} from '../../domain/embedding/vector-model.js';
import type { TextEmbedder } from '../../ports/text-embedder.js';
import { createPostgresReindexSource } from './reindex-source.js';
import { hasReindexStage, openPostgresReindexStage } from './reindex-stage.js';

/** Texts that a start embeds itself, written after `anima reindex` was done: some ten seconds. */
const MAX_AT_START = 1_000;

/**
 * Makes sure that every vector of the database is of this model, before anything reads them: a database without vectors is given to
 * it, and what `anima reindex` made for it is taken over. Rejects with an AppError, in one line, where the vectors are another model's.
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

/** Embeds what the stage lacks, if that is no more than `most` texts, and puts its vectors in the place of those in use. */
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

/** The model that made the vectors of this database; null while it has none. */
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

/** Of a process that has settled: refuses where the vectors have become those of another model since, by another process. */
export function assertVectorModel(made: VectorModel | null, embedder: TextEmbedder): void {
  if (made !== null && !isComparable(made, embedder))
    throw new AppError('unavailable', otherModelMessage(made, vectorModelOf(embedder)));
}
