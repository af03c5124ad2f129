import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import type { EmbeddingModel } from '../../ports/embedder.js';

/** The model that made the vectors of this database; null while it has none. */
export function readVectorModel(db: DatabaseSyncInstance): EmbeddingModel | null {
  const row = db.prepare("SELECT value FROM meta WHERE name = 'vector_model'").get() as
    | { value: string }
    | undefined;
  return row === undefined ? null : (JSON.parse(row.value) as EmbeddingModel);
}

export function writeVectorModel(db: DatabaseSyncInstance, model: EmbeddingModel): void {
  const { modelName, dimensions, revision } = model;
  db.prepare("INSERT OR REPLACE INTO meta (name, value) VALUES ('vector_model', ?)").run(
    JSON.stringify({ modelName, dimensions, revision }),
  );
}
