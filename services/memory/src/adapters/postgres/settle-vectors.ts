import { AppError } from '@anima/service/errors';
import type { Postgres, PostgresQueries } from '@anima/service/postgres';
import {
  isComparable,
  otherModelMessage,
  sameModel,
  type VectorModel,
  vectorModelOf,
} from '../../domain/embedding/vector-model.js';
import type { TextEmbedder } from '../../ports/text-embedder.js';

/**
 * Makes sure that every vector of the database is of this model, before anything reads them: a database without vectors is given to
 * it. Rejects with an AppError, in one line, where the vectors are another model's.
 */
export async function settleVectors(db: Postgres, embedder: TextEmbedder): Promise<void> {
  const own = vectorModelOf(embedder);
  await db.transaction(async (tx) => {
    const made = await readVectorModel(tx, 'FOR UPDATE');
    if (made !== null && sameModel(made, own)) return;
    if (made !== null && !isComparable(made, embedder) && (await holdsVectors(tx)))
      throw new AppError('unavailable', otherModelMessage(made, own));
    await tx.query('UPDATE store_state SET vector_model = $1', [JSON.stringify(own)]);
  });
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
export function assertSettled(made: VectorModel | null, embedder: TextEmbedder): void {
  if (made !== null && !isComparable(made, embedder))
    throw new AppError('unavailable', otherModelMessage(made, vectorModelOf(embedder)));
}
