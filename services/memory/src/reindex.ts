import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '@anima/service/errors';
import { lockDataDirectory } from '@anima/service/sqlite';
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import type { MemoryConfig } from './config.js';
import { type FillOptions, fillStage } from './embedding/reembed-all.js';
import type { TextEmbedder } from './embedding/text-embedder.js';
import { isComparable, vectorModelOf } from './embedding/vector-model.js';
import { openEmbedder } from './open-embedder.js';
import { adoptStagedVectors, databaseIdOf, whileReindexing } from './storage/settle-vectors.js';
import { closeDatabase, openDatabase } from './storage/sqlite/open-database.js';
import { createSqliteReindexSource } from './storage/sqlite/reindex-source.js';
import { openReindexStage } from './storage/sqlite/reindex-stage.js';
import { migrations } from './storage/sqlite/schema.js';
import { readVectorModel } from './storage/sqlite/vector-model.js';

/**
 * Re-embeds all texts of a data directory with the configured model. A running service continues with the
 * previous vectors: its database is only read, and the new vectors are stored in a separate file. Without a
 * running service they are put into use at the end; otherwise at the next start of the service with this
 * model. A repeated call continues after any interruption. Rejects with an AppError. Shared databases are
 * described in reindex-shared.ts.
 */
export async function reindex(config: MemoryConfig, options: FillOptions): Promise<void> {
  if (config.MEMORY_DATABASE_URL !== undefined) {
    const { reindexShared } = await import('./reindex-shared.js');
    return reindexShared(config, config.MEMORY_DATABASE_URL, options);
  }
  const dataDir = config.MEMORY_DATA_DIR;
  const { signal, say } = options;
  if (!existsSync(join(dataDir, 'memory.db'))) return say(`There are no memories in ${dataDir}`);
  const { embedder } = await openEmbedder(config);
  try {
    // Opened as at a start, which migrates a database of an older version.
    await withoutService(dataDir, async () => {});
    await whileReindexing(dataDir, async () => {
      if (!(await embedRemaining(dataDir, embedder, options)))
        return say(`The vectors in ${dataDir} are already of ${embedder.model.name}`);
      const taken = await withoutService(dataDir, (db) =>
        adoptStagedVectors(dataDir, db, embedder, Number.POSITIVE_INFINITY, signal),
      );
      say(
        taken
          ? `Done: the vectors in ${dataDir} are now of ${embedder.model.name}`
          : `Done: the running service continues with the previous vectors. Restart it with MEMORY_EMBEDDING_MODEL=${embedder.model.name} to use the new vectors`,
      );
    });
  } finally {
    await embedder.close();
  }
}

/** Embeds until almost no text is left. Returns false if the vectors in use are of this model. */
async function embedRemaining(
  dataDir: string,
  embedder: TextEmbedder,
  options: FillOptions,
): Promise<boolean> {
  const db = openReadOnly(dataDir);
  try {
    const made = readVectorModel(db);
    if (made === null || isComparable(made, embedder)) return false;
    const source = createSqliteReindexSource(db);
    const stage = openReindexStage(dataDir, {
      databaseId: databaseIdOf(db),
      model: vectorModelOf(embedder),
      isOurs: (other) => isComparable(other, embedder),
    });
    try {
      await fillStage({ source, stage, embedder, from: made.name }, options);
      return true;
    } finally {
      stage.close();
    }
  } finally {
    db.close();
  }
}

/** Returns false without running `work` if a service holds the data directory. */
async function withoutService(
  dataDir: string,
  work: (db: DatabaseSyncInstance) => Promise<void>,
): Promise<boolean> {
  const lock = lockWhereFree(dataDir);
  if (lock === null) return false;
  try {
    const db = openDatabase(dataDir);
    try {
      await work(db);
    } finally {
      closeDatabase(db);
    }
    return true;
  } finally {
    lock.release();
  }
}

function lockWhereFree(dataDir: string) {
  try {
    return lockDataDirectory(dataDir);
  } catch (error) {
    if (error instanceof AppError && error.code === 'data_directory_locked') return null;
    throw error;
  }
}

/** Opens the database of a running service. In WAL mode, neither process waits for the other. */
function openReadOnly(dataDir: string): DatabaseSyncInstance {
  const db = new DatabaseSync(join(dataDir, 'memory.db'), { readOnly: true });
  const { user_version } = db.prepare('PRAGMA user_version').get() as { user_version: number };
  if (user_version === migrations.length) return db;
  db.close();
  throw new AppError(
    'unavailable',
    `The service on ${dataDir} has another version. Stop it and repeat the command`,
  );
}
