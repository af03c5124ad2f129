import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { TextEmbedder } from '../embedding/text-embedder.js';
import type { VectorModel } from '../embedding/vector-model.js';
import { adoptStagedVectors, databaseIdOf, ensureVectorModel, whileReindexing } from './settle-vectors.js';
import { vectorsToBlob } from './sqlite/memory-row.js';
import { openDatabase } from './sqlite/open-database.js';
import { openReindexStage } from './sqlite/reindex-stage.js';
import { readVectorModel, writeVectorModel } from './sqlite/vector-model.js';

const old: VectorModel = { name: 'old', dimensions: 2, revision: 'a' };
const wanted: VectorModel = { name: 'new', dimensions: 3, revision: 'b' };

/** Creates an embedder whose vectors contain the length of the text. */
function embedderOf(
  { name, revision, dimensions }: VectorModel,
  comparableRevisions: readonly string[] = [],
): TextEmbedder {
  const embed = async (texts: readonly string[]) =>
    texts.map((text) => [new Float32Array(dimensions).fill(text.length)]);
  return {
    model: { name, revision, comparableRevisions },
    dimensions,
    maxTokens: 1,
    embed,
    probe: async () => {},
  };
}

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'anima-vectors-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

const stageFile = () => join(dataDir, 'memory.reindex.db');
const contents = ['one', 'two', 'three'];

/** Runs `work` on the test database, then closes the database. */
function withDatabase<T>(work: (db: DatabaseSyncInstance) => T): T {
  const db = openDatabase(dataDir);
  try {
    return work(db);
  } finally {
    db.close();
  }
}

function fill(): void {
  withDatabase((db) => {
    writeVectorModel(db, old);
    for (const [i, content] of contents.entries()) {
      db.prepare(`
        INSERT INTO memories (memory_id, change_seq, text_seq, type, importance, tags, source_agent, created_at,
          updated_at, shared_with, merged_from, origin, content)
        VALUES (?, ?1, ?1, 'fact', 0.5, '[]', 'ann', 1, 1, '[]', '[]', 'api', ?2)`).run(i + 1, content);
      db.prepare('INSERT INTO memory_vectors VALUES (?, ?, NULL)').run(
        i + 1,
        vectorsToBlob([new Float32Array(old.dimensions)]),
      );
    }
  });
}

const modelNow = () => withDatabase(readVectorModel);
const vectorsNow = () =>
  withDatabase((db) =>
    (
      db.prepare('SELECT content FROM memory_vectors ORDER BY memory_key').all() as { content: Uint8Array }[]
    ).map(({ content }) => [...new Float32Array(content.slice().buffer)]),
  );
const ofOld = contents.map(() => [0, 0]);
const ofNew = contents.map(({ length }) => [length, length, length]);

/** Creates the stage of `anima reindex` with the vectors of the first `count` memories. */
function stageFirst(count: number): void {
  withDatabase((db) => {
    const stage = openReindexStage(dataDir, { databaseId: databaseIdOf(db), model: wanted });
    const memories = ofNew.slice(0, count).map((vector, i) => ({
      key: i + 1,
      textSeq: i + 1,
      vectors: { content: [Float32Array.from(vector)], context: null },
    }));
    stage.put({ memories, questions: [] });
    stage.close();
  });
}

describe('ensureVectorModel', () => {
  it('assigns the model to a database without vectors, for any previous model', async () => {
    await ensureVectorModel(dataDir, embedderOf(old));
    expect(modelNow()).toEqual(old);
    await ensureVectorModel(dataDir, embedderOf(wanted));
    expect(modelNow()).toEqual(wanted);
  });

  it.each<[string, VectorModel, RegExp]>([
    ['name', wanted, /made with old .* MEMORY_EMBEDDING_MODEL is new .* set MEMORY_EMBEDDING_MODEL=old$/],
    [
      'length',
      { ...old, dimensions: 3 },
      /with other files of old \(2 dimensions, .*\) than .* \(3 dimensions/,
    ],
    ['file', { ...old, revision: 'b' }, /with other files of old .* or restore the other files$/],
  ])('rejects a model of another %s in one line, and keeps all vectors', async (_, model, message) => {
    fill();
    await expect(ensureVectorModel(dataDir, embedderOf(model))).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringMatching(message),
    });
    expect(modelNow()).toEqual(old);
    expect(vectorsNow()).toEqual(ofOld);
  });

  it('accepts other files of the model if their vectors are comparable', async () => {
    fill();
    const packed = { ...old, revision: 'b' };
    await ensureVectorModel(dataDir, embedderOf(packed, ['z', 'a']));
    expect(modelNow()).toEqual(packed);
    expect(vectorsNow()).toEqual(ofOld);
  });

  it.each([0, 1, 2, 3])('adopts the new vectors, with %i of 3 texts embedded before', async (done) => {
    fill();
    stageFirst(done);
    await ensureVectorModel(dataDir, embedderOf(wanted));
    expect(modelNow()).toEqual(wanted);
    expect(vectorsNow()).toEqual(ofNew);
    expect(existsSync(stageFile())).toBe(false);
  });

  it('rejects a third model, and keeps the vectors for the second', async () => {
    fill();
    stageFirst(3);
    const third = embedderOf({ ...wanted, name: 'third' });
    await expect(ensureVectorModel(dataDir, third)).rejects.toThrow(/MEMORY_EMBEDDING_MODEL is third/);
    expect(vectorsNow()).toEqual(ofOld);
    await ensureVectorModel(dataDir, embedderOf(wanted));
    expect(vectorsNow()).toEqual(ofNew);
  });

  it('keeps the vectors in use if embedding fails', async () => {
    fill();
    stageFirst(2);
    const failure = new Error('no model');
    const broken = { ...embedderOf(wanted), embed: () => Promise.reject(failure) };
    await expect(ensureVectorModel(dataDir, broken)).rejects.toBe(failure);
    expect(modelNow()).toEqual(old);
    expect(vectorsNow()).toEqual(ofOld);
    await ensureVectorModel(dataDir, embedderOf(wanted));
    expect(vectorsNow()).toEqual(ofNew);
  });

  it('re-embeds too many texts only on request, and reports the progress', async () => {
    fill();
    stageFirst(1);
    const db = openDatabase(dataDir);
    await expect(adoptStagedVectors(dataDir, db, embedderOf(wanted), 1)).rejects.toThrow(
      /\(1 of 3 texts are done\)$/,
    );
    await adoptStagedVectors(dataDir, db, embedderOf(wanted), 2);
    db.close();
    expect(vectorsNow()).toEqual(ofNew);
  });

  it('rejects immediately while the directory is being reindexed', async () => {
    fill();
    stageFirst(3);
    await whileReindexing(dataDir, async () => {
      await expect(ensureVectorModel(dataDir, embedderOf(wanted))).rejects.toThrow(/is running in/);
    });
    expect(vectorsNow()).toEqual(ofOld);
  });

  it('keeps a stage for another model, and removes its own stage that a kill left', async () => {
    fill();
    stageFirst(2);
    await ensureVectorModel(dataDir, embedderOf(old));
    expect(existsSync(stageFile())).toBe(true);
    await ensureVectorModel(dataDir, embedderOf(wanted));
    stageFirst(3);
    await ensureVectorModel(dataDir, embedderOf(wanted));
    expect(existsSync(stageFile())).toBe(false);
    expect(vectorsNow()).toEqual(ofNew);
  });
});

describe('the stage', () => {
  const open = (databaseId: string, model = wanted) => openReindexStage(dataDir, { databaseId, model });
  const one = { key: 1, textSeq: 1, vectors: { content: [Float32Array.of(1, 1, 1)], context: null } };

  it('starts again for another database or model', async () => {
    const first = open('mine');
    await first.put({ memories: [one], questions: [] });
    first.close();
    for (const other of [() => open('another'), () => open('mine', old)]) {
      const empty = other();
      expect(empty.count()).toBe(0);
      empty.put({ memories: [one], questions: [] });
      empty.close();
    }
  });

  it.skipIf(process.platform === 'win32')('is readable only by its user', () => {
    const stage = open('mine');
    stage.put({ memories: [one], questions: [] });
    for (const name of readdirSync(dataDir)) expect(statSync(join(dataDir, name)).mode & 0o077, name).toBe(0);
    stage.close();
  });

  it('starts again if its file is invalid', () => {
    writeFileSync(stageFile(), 'no database'.repeat(1_000));
    const stage = open('mine');
    expect(stage.count()).toBe(0);
    stage.close();
  });

  it('rejects the move while a text has no vectors', () => {
    fill();
    stageFirst(2);
    withDatabase((db) => {
      const stage = open(databaseIdOf(db));
      expect(() => stage.moveInto(db)).toThrow('1 texts have no vectors');
      stage.close();
    });
    expect(vectorsNow()).toEqual(ofOld);
  });
});
