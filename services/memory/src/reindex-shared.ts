import { openDatabase } from './adapters/postgres/open-database.js';
import { countProcesses } from './adapters/postgres/processes.js';
import { createPostgresReindexSource } from './adapters/postgres/reindex-source.js';
import { openPostgresReindexStage } from './adapters/postgres/reindex-stage.js';
import { adoptStagedVectors, readVectorModel } from './adapters/postgres/settle-vectors.js';
import type { MemoryConfig } from './config.js';
import { type FillOptions, fillStage } from './domain/embedding/fill-stage.js';
import { isComparable, vectorModelOf } from './domain/embedding/vector-model.js';
import { openEmbedder } from './open-embedder.js';

/**
 * Makes the vectors of a PostgreSQL database anew with the configured model, in tables of their own, while services go on with those
 * of before. Where none runs they are put into use at the end, otherwise by the first that is started with this model. Begun again
 * after any end it goes on where it was. Rejects with an AppError.
 */
export async function reindexShared(config: MemoryConfig, url: string, options: FillOptions): Promise<void> {
  const { signal, say } = options;
  const { embedder } = await openEmbedder(config);
  try {
    const { db } = await openDatabase(url, { maxConnections: 4, onError: () => {} });
    try {
      const made = await readVectorModel(db);
      const { name } = embedder.model;
      if (made === null || isComparable(made, embedder))
        return say(`The vectors of the database are of ${name} already`);
      const stage = await openPostgresReindexStage(db, vectorModelOf(embedder), (other) =>
        isComparable(other, embedder),
      );
      const source = createPostgresReindexSource(db);
      await fillStage({ source, stage, embedder, from: made.name }, options);
      if ((await countProcesses(db)) > 0)
        return say(
          `Done: the services that run go on with the vectors of before. Stop them and start them with MEMORY_EMBEDDING_MODEL=${name}: the first one takes over the new ones`,
        );
      await adoptStagedVectors(db, embedder, Number.POSITIVE_INFINITY, signal);
      say(`Done: the vectors of the database are of ${name} now`);
    } finally {
      await db.close();
    }
  } finally {
    await embedder.close();
  }
}
