import { closeSync, existsSync, openSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import { REINDEX_PREFIX } from '../../archive/files/own-files.js';
import type { ReindexStage } from '../../embedding/reindex.js';
import { sameModel, type VectorModel } from '../../embedding/vector-model.js';
import { vectorsToBlob } from './memory-row.js';
import { storageError } from './storage-error.js';
import { readVectorModel, writeVectorModel } from './vector-model.js';

export interface SqliteReindexStage extends ReindexStage {
  /**
   * Replaces the vectors in use with the vectors of the stage and stores the model of the stage, in one
   * transaction of `db`. Throws if a text has no staged vectors.
   */
  moveInto(db: DatabaseSyncInstance): void;
  close(): void;
}

const schema = `
  CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE vectors (memory_key INTEGER PRIMARY KEY, text_seq INTEGER NOT NULL, content BLOB NOT NULL, context BLOB);
  CREATE TABLE questions (query TEXT PRIMARY KEY, vector BLOB NOT NULL);
`;

/**
 * Maximum wait for a lock on the stage. A starting service and a progress query open the stage while `anima
 * reindex` writes to it.
 */
const OTHERS_MS = 5_000;

const stagePath = (dataDir: string): string => join(dataDir, `${REINDEX_PREFIX}.db`);

/** Returns whether a stage exists for this database and for a model that `isOurs` accepts. */
export function hasReindexStage(
  dataDir: string,
  databaseId: string,
  isOurs: (made: VectorModel) => boolean,
): boolean {
  if (!existsSync(stagePath(dataDir))) return false;
  const db = new DatabaseSync(stagePath(dataDir));
  try {
    return isFor(db, databaseId, isOurs);
  } finally {
    db.close();
  }
}

export function removeReindexStage(dataDir: string): void {
  for (const ending of ['', '-wal', '-shm']) rmSync(stagePath(dataDir) + ending, { force: true });
}

/**
 * Opens the stage in a separate file next to the database, so that users of the database do not wait for it.
 * It keeps the vectors that were made earlier for this model and database. If they belong to another database
 * or to a model that `isOurs` rejects (default: every other model), the stage starts empty. Only one process
 * at a time is allowed.
 */
export function openReindexStage(
  dataDir: string,
  {
    databaseId,
    model,
    isOurs = (made) => sameModel(made, model),
  }: { databaseId: string; model: VectorModel; isOurs?: (made: VectorModel) => boolean },
): SqliteReindexStage {
  const path = stagePath(dataDir);
  let db = openPrivate(path);
  if (!isFor(db, databaseId, isOurs)) {
    db.close();
    removeReindexStage(dataDir);
    db = openPrivate(path);
    create(db, databaseId, model);
  }
  // A batch that returned survives kill -9; after a power cut the last batches may have to be repeated.
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -8192');
  const selectMemory = db.prepare('SELECT text_seq FROM vectors WHERE memory_key = ?');
  const selectQuestion = db.prepare('SELECT 1 FROM questions WHERE query = ?');
  const insertMemory = db.prepare('INSERT OR REPLACE INTO vectors VALUES (?, ?, ?, ?)');
  const insertQuestion = db.prepare('INSERT OR REPLACE INTO questions VALUES (?, ?)');
  const selectCount = db.prepare(
    'SELECT (SELECT count(*) FROM vectors) + (SELECT count(*) FROM questions) AS texts',
  );
  return {
    lackingMemories: (memories) =>
      memories.filter(
        ({ key, textSeq }) =>
          (selectMemory.get(key) as { text_seq: number } | undefined)?.text_seq !== textSeq,
      ),
    lackingQuestions: (queries) => queries.filter((query) => selectQuestion.get(query) === undefined),
    put: ({ memories, questions }) =>
      inTransaction(db, () => {
        for (const { key, textSeq, vectors } of memories) {
          const { content, context } = vectors;
          insertMemory.run(key, textSeq, vectorsToBlob(content), context && vectorsToBlob([context]));
        }
        for (const { query, vector } of questions) insertQuestion.run(query, vectorsToBlob([vector]));
      }),
    count: () => (selectCount.get() as { texts: number }).texts,
    moveInto: (target) => {
      target.prepare('ATTACH ? AS stage').run(path);
      try {
        inTransaction(target, () => move(target, model));
      } finally {
        target.exec('DETACH stage');
      }
    },
    close: () => db.close(),
  };
}

/**
 * Opens the file with mode 0600, because it contains questions of users. SQLite creates its other files with
 * the same mode.
 */
function openPrivate(path: string): DatabaseSyncInstance {
  closeSync(openSync(path, 'a', 0o600));
  return new DatabaseSync(path, { timeout: OTHERS_MS });
}

function isFor(
  db: DatabaseSyncInstance,
  databaseId: string,
  isOurs: (made: VectorModel) => boolean,
): boolean {
  try {
    const id = db.prepare("SELECT value FROM meta WHERE name = 'database_id'").get() as
      | { value: string }
      | undefined;
    const made = readVectorModel(db);
    return id?.value === databaseId && made !== null && isOurs(made);
  } catch {
    // The file is new, or has a version that is unknown to this program.
    return false;
  }
}

function create(db: DatabaseSyncInstance, databaseId: string, model: VectorModel): void {
  inTransaction(db, () => {
    db.exec(schema);
    db.prepare("INSERT INTO meta VALUES ('database_id', ?)").run(databaseId);
    writeVectorModel(db, model);
  });
}

function move(db: DatabaseSyncInstance, model: VectorModel): void {
  const { missing } = db
    .prepare(`
      SELECT (SELECT count(*) FROM main.memories AS m LEFT JOIN stage.vectors AS v
          ON v.memory_key = m.memory_key AND v.text_seq = m.text_seq WHERE v.memory_key IS NULL)
        + (SELECT count(*) FROM main.cached_responses AS r LEFT JOIN stage.questions AS q USING (query)
          WHERE q.query IS NULL) AS missing`)
    .get() as { missing: number };
  if (missing > 0) throw new Error(`${missing} texts have no vectors on the stage`);
  db.exec(`
    DELETE FROM main.memory_vectors;
    INSERT INTO main.memory_vectors (memory_key, content, context)
      SELECT memory_key, v.content, v.context FROM stage.vectors AS v JOIN main.memories USING (memory_key);
    UPDATE main.cached_responses SET vector = q.vector, bytes = bytes - length(cached_responses.vector) + length(q.vector)
      FROM stage.questions AS q WHERE q.query = cached_responses.query`);
  writeVectorModel(db, model);
}

function inTransaction(db: DatabaseSyncInstance, work: () => void): void {
  db.exec('BEGIN IMMEDIATE');
  try {
    work();
    db.exec('COMMIT');
  } catch (error) {
    // A full disk makes SQLite roll back the transaction automatically.
    if (db.isTransaction) db.exec('ROLLBACK');
    throw storageError(error);
  }
}
