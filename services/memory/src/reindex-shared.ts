import type { MemoryConfig } from './config.js';
import { type FillOptions, fillStage } from './embedding/reembed-all.js';
import { isComparable, vectorModelOf } from './embedding/vector-model.js';
import { openEmbedder } from './open-embedder.js';
import { openDatabase } from './storage/postgres/open-database.js';
import { countProcesses } from './storage/postgres/processes.js';
import { createPostgresReindexSource } from './storage/postgres/reindex-source.js';
import { openPostgresReindexStage } from './storage/postgres/reindex-stage.js';
import { adoptStagedVectors, readVectorModel } from './storage/postgres/settle-vectors.js';

/**
 * Re-embeds all texts of a PostgreSQL database with the configured model in separate tables, while services
 * continue with the previous vectors. If no service is running, the new vectors are put into use at the end;
 * otherwise by the first service that starts with this model. A repeated call continues after any
 * interruption. Rejects with an AppError.
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
        return say(`The vectors of the database are already of ${name}`);
      const stage = await openPostgresReindexStage(db, vectorModelOf(embedder), (other) =>
        isComparable(other, embedder),
      );
      const source = createPostgresReindexSource(db);
      await fillStage({ source, stage, embedder, from: made.name }, options);
      if ((await countProcesses(db)) > 0)
        return say(
          `Done: the running services continue with the previous vectors. Stop them and start them with MEMORY_EMBEDDING_MODEL=${name} to use the new vectors`,
        );
      await adoptStagedVectors(db, embedder, Number.POSITIVE_INFINITY, signal);
      say(`Done: the vectors of the database are now of ${name}`);
    } finally {
      await db.close();
    }
  } finally {
    await embedder.close();
  }
}
