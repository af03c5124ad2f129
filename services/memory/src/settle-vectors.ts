import { join } from 'node:path';
import { AppError } from '@anima/service/errors';
import { takeFileLock } from '@anima/service/sqlite';
import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { REINDEX_PREFIX } from './adapters/files/own-files.js';
import { closeDatabase, openDatabase } from './adapters/sqlite/open-database.js';
import { createSqliteReindexSource } from './adapters/sqlite/reindex-source.js';
import { hasReindexStage, openReindexStage, removeReindexStage } from './adapters/sqlite/reindex-stage.js';
import { readVectorModel, writeVectorModel } from './adapters/sqlite/vector-model.js';
import { reembedAll } from './domain/embedding/embed-anew.js';
import {
  isComparable,
  otherModelMessage,
  sameModel,
  type VectorModel,
  vectorModelOf,
} from './domain/embedding/vector-model.js';
import type { TextEmbedder } from './ports/text-embedder.js';

/** Texts that a start embeds itself, written after `anima reindex` was done: some ten seconds. */
const MAX_AT_START = 1_000;

/**
 * Makes sure that every vector of the database is of this model, before anything reads them: a database without vectors is given
 * to it, and what `anima reindex` made for it is taken over. Rejects with an AppError, in one line, where the vectors are
 * another model's. Only the holder of the data directory may.
 */
export async function ensureVectorModel(dataDir: string, embedder: TextEmbedder): Promise<void> {
  const db = openDatabase(dataDir);
  const own = vectorModelOf(embedder);
  const isOurs = (other: VectorModel) => isComparable(other, embedder);
  try {
    const made = readVectorModel(db);
    if (made !== null && isOurs(made)) {
      // What a takeover left that was killed after its commit.
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

/** Embeds what the stage lacks, if that is no more than `most` texts, and puts its vectors in the place of those in use. */
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
    throw new AppError('unavailable', `\`anima reindex\` is at work in ${dataDir}: wait until it is done`);
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
