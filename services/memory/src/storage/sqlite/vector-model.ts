import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import type { VectorModel } from '../../embedding/vector-model.js';

/** Reads the model of the vectors of this database; null if it has no model. */
export function readVectorModel(db: DatabaseSyncInstance): VectorModel | null {
  const row = db.prepare("SELECT value FROM meta WHERE name = 'vector_model'").get() as
    | { value: string }
    | undefined;
  if (row === undefined) return null;
  const { modelName: name, revision, dimensions } = JSON.parse(row.value);
  return { name, revision, dimensions };
}

export function writeVectorModel(db: DatabaseSyncInstance, model: VectorModel): void {
  const { name: modelName, dimensions, revision } = model;
  db.prepare("INSERT OR REPLACE INTO meta (name, value) VALUES ('vector_model', ?)").run(
    JSON.stringify({ modelName, dimensions, revision }),
  );
}
