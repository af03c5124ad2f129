import { join } from 'node:path';
import { AppError } from '@anima/service/errors';
import { takeFileLock } from '@anima/service/sqlite';
import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { REINDEX_PREFIX } from '../archive/files/own-files.js';
import { reembedAll } from '../embedding/reembed-all.js';
import type { TextEmbedder } from '../embedding/text-embedder.js';
import {
  isComparable,
  otherModelMessage,
  sameModel,
  type VectorModel,
  vectorModelOf,
} from '../embedding/vector-model.js';
import { closeDatabase, openDatabase } from './sqlite/open-database.js';
import { createSqliteReindexSource } from './sqlite/reindex-source.js';
import { hasReindexStage, openReindexStage, removeReindexStage } from './sqlite/reindex-stage.js';
import { readVectorModel, writeVectorModel } from './sqlite/vector-model.js';

/** Maximum number of texts written after `anima reindex` that a start embeds, in about ten seconds. */
const MAX_AT_START = 1_000;

/**
 * Ensures that every vector of the database is of this model, before any vector is read. A database without
 * vectors gets this model, and the vectors of `anima reindex` are adopted. Rejects with an AppError of one
 * line if the vectors are of another model. The caller must hold the data directory.
 */
export async function ensureVectorModel(dataDir: string, embedder: TextEmbedder): Promise<void> {
  const db = openDatabase(dataDir);
  const own = vectorModelOf(embedder);
  const isOurs = (other: VectorModel) => isComparable(other, embedder);
  try {
    const made = readVectorModel(db);
    if (made !== null && isOurs(made)) {
      // Removes the remains of an adoption that was killed after its commit.
      if (hasReindexStage(dataDir, databaseIdOf(db), isOurs)) removeReindexStage(dataDir);
      if (!sameModel(made, own)) writeVectorModel(db, own);
    } else if (made === null || holdsNone(db)) writeVectorModel(db, own);
    else if (hasReindexStage(dataDir, databaseIdOf(db), isOurs)) {
      await whileReindexing(dataDir, () => adoptStagedVectors(dataDir, db, embedder, MAX_AT_START));
    } else throw new AppError('unavailable', otherModelMessage(made, own));
  } finally {
    closeDatabase(db);
  }
}

/** Embeds the texts that the stage lacks, if at most `most`, and puts its vectors into use. */
export async function adoptStagedVectors(
  dataDir: string,
  db: DatabaseSyncInstance,
  embedder: TextEmbedder,
  most: number,
  signal = new AbortController().signal,
): Promise<void> {
  const model = vectorModelOf(embedder);
  const source = createSqliteReindexSource(db);
  const stage = openReindexStage(dataDir, {
    databaseId: databaseIdOf(db),
    model,
    isOurs: (made) => isComparable(made, embedder),
  });
  try {
    const [total, done] = [await source.count(), await stage.count()];
    if (total - done > most)
      throw new AppError(
        'unavailable',
        `${otherModelMessage(readVectorModel(db)!, model)} (${done} of ${total} texts are done)`,
      );
    await reembedAll({ source, stage, embedder }, signal);
    stage.moveInto(db);
  } finally {
    stage.close();
  }
  removeReindexStage(dataDir);
}

/** Rejects with `unavailable` while another process reindexes this directory. */
export async function whileReindexing<T>(dataDir: string, work: () => Promise<T>): Promise<T> {
  const lock = takeFileLock(join(dataDir, `${REINDEX_PREFIX}.lock`));
  if (lock === null)
    throw new AppError('unavailable', `\`anima reindex\` is running in ${dataDir}. Wait until it is done`);
  try {
    return await work();
  } finally {
    lock.release();
  }
}

export function databaseIdOf(db: DatabaseSyncInstance): string {
  return (db.prepare("SELECT value FROM meta WHERE name = 'database_id'").get() as { value: string }).value;
}

function holdsNone(db: DatabaseSyncInstance): boolean {
  const row = db
    .prepare(
      'SELECT EXISTS (SELECT 1 FROM memory_vectors) + EXISTS (SELECT 1 FROM cached_responses) AS vectors',
    )
    .get();
  return (row as { vectors: number }).vectors === 0;
}
