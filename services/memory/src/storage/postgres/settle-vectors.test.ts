import { findPostgres } from '@anima/test-engines';
import { describe, expect, it, vi } from 'vitest';
import type { TextEmbedder } from '../../embedding/text-embedder.js';
import { newMemory } from '../../memory/memory-store.contract.js';
import { openPostgresStore } from '../../testing/open-postgres-store.js';
import { assertVectorModel, ensureVectorModel } from './settle-vectors.js';
import { watchVectorModel } from './settled-reads.js';

const missing = findPostgres() === null ? ' (no postgres with pgvector: skipped)' : '';

/** Returns an embedder with the fields that these functions read. */
function embedderOf(name: string, revision = '1', comparableRevisions: string[] = []): TextEmbedder {
  return { model: { name, revision, comparableRevisions }, dimensions: 384 } as unknown as TextEmbedder;
}

describe.skipIf(missing !== '')(`Vectors of a PostgreSQL database${missing}`, () => {
  it('belong to one model: another model is rejected as soon as vectors exist', async () => {
    const { db, withTransaction, close } = await openPostgresStore();
    await ensureVectorModel(db, embedderOf('first'));
    await ensureVectorModel(db, embedderOf('second'));
    await withTransaction((tx) => tx.memories.insert([newMemory()]));
    const refusal = { code: 'unavailable', message: expect.stringContaining('were made with second') };
    await expect(ensureVectorModel(db, embedderOf('first'))).rejects.toMatchObject(refusal);
    await ensureVectorModel(db, embedderOf('second', '2', ['1']));
    await expect(ensureVectorModel(db, embedderOf('second', '1'))).rejects.toThrow(
      /with other files of second/,
    );
    await close();
  });

  it('are not compared by a process with an outdated model', async () => {
    const { db, search, close } = await openPostgresStore();
    const embedder = embedderOf('first');
    await ensureVectorModel(db, embedder);
    const settled = (await watchVectorModel(db, embedder, () => {})).search(search);
    const nearest = async () => settled.nearest([new Float32Array(384)], {}, { limit: 1, now: 0 });
    expect(await nearest()).toEqual([]);
    await ensureVectorModel(db, embedderOf('second'));
    await vi.waitFor(() => expect(nearest()).rejects.toThrow(/were made with second/));
    expect((await settled.page({}, { order: 'newest', from: 0, to: 1, now: 0 })).total).toBe(0);
    await close();
  });

  it('are not written by a process with an outdated model', () => {
    const made = { name: 'new', revision: '1', dimensions: 384 };
    expect(() => assertVectorModel(made, embedderOf('old'))).toThrow(/were made with new/);
    expect(() => assertVectorModel(made, embedderOf('new'))).not.toThrow();
    expect(() => assertVectorModel(null, embedderOf('old'))).not.toThrow();
  });
});
