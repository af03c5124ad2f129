import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '@anima/service/errors';
import { lockDataDirectory } from '@anima/service/sqlite';
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import { closeDatabase, openDatabase } from './adapters/sqlite/open-database.js';
import { createSqliteReindexSource } from './adapters/sqlite/reindex-source.js';
import { openReindexStage } from './adapters/sqlite/reindex-stage.js';
import { migrations } from './adapters/sqlite/schema.js';
import { readVectorModel } from './adapters/sqlite/vector-model.js';
import type { MemoryConfig } from './config.js';
import { type FillOptions, fillStage } from './domain/embedding/fill-stage.js';
import { isComparable, vectorModelOf } from './domain/embedding/vector-model.js';
import { openEmbedder } from './open-embedder.js';
import type { TextEmbedder } from './ports/text-embedder.js';
import { adoptStagedVectors, databaseIdOf, whileReindexing } from './settle-vectors.js';

/**
 * Makes the vectors of a data directory anew with the configured model. A service on it goes on answering with those of before:
 * it is only read, the new ones wait in a file of their own. Without a service they are put into use at the end, otherwise at
 * its next start with this model. Begun again after any end it goes on where it was. Rejects with an AppError. A shared database has
 * its own way, see reindex-shared.ts.
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
    // Opened as by a start: what an older version left is brought to this one's schema.
    await whereNobodyServes(dataDir, async () => {});
    await whileReindexing(dataDir, async () => {
      if (!(await embedWhatIsLeft(dataDir, embedder, options)))
        return say(`The vectors in ${dataDir} are of ${embedder.model.name} already`);
      const taken = await whereNobodyServes(dataDir, (db) =>
        adoptStagedVectors(dataDir, db, embedder, Number.POSITIVE_INFINITY, signal),
      );
      say(
        taken
          ? `Done: the vectors in ${dataDir} are of ${embedder.model.name} now`
          : `Done: the service that is running goes on with the vectors of before. Restart it with MEMORY_EMBEDDING_MODEL=${embedder.model.name}, and it takes over the new ones`,
      );
    });
  } finally {
    await embedder.close();
  }
}

/** Embeds until next to nothing is left. False where the vectors in use are of this model. */
async function embedWhatIsLeft(
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

/** False, and nothing done, where a service holds the data directory. */
async function whereNobodyServes(
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

/** Beside a service: under WAL neither waits for the other. */
function openReadOnly(dataDir: string): DatabaseSyncInstance {
  const db = new DatabaseSync(join(dataDir, 'memory.db'), { readOnly: true });
  const { user_version } = db.prepare('PRAGMA user_version').get() as { user_version: number };
  if (user_version === migrations.length) return db;
  db.close();
  throw new AppError(
    'unavailable',
    `The service that runs on ${dataDir} is of another version: stop it, and run this again`,
  );
}
