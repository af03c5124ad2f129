import { findPostgres } from '@anima/test-engines';
import { expect, it } from 'vitest';
import { newMemory } from '../../memory/memory-store.contract.js';
import { openPostgresStore } from '../../testing/open-postgres-store.js';
import { refreshWords } from './refresh-words.js';

const missing = findPostgres() === null ? ' (no postgres with pgvector: skipped)' : '';

it.skipIf(missing !== '')(`words of an older analysis are rewritten once${missing}`, async () => {
  const opened = await openPostgresStore();
  try {
    const { db } = opened;
    await opened.withTransaction((tx) => tx.memories.insert([newMemory({ content: 'JWT_EXPIRY=3600' })]));
    const words = async () => (await db.query<{ words: string }>('SELECT words FROM search_rows'))[0]!.words;
    const written = await words();
    expect(written).toContain("'jwt_expiry':");
    const spoil = `UPDATE search_rows SET words = '''old'':1', body_length = 1`;
    await db.query(spoil);
    await db.query('UPDATE store_state SET text_version = 2');
    await refreshWords(db);
    expect(await words()).toBe(written);
    await db.query(spoil);
    await refreshWords(db);
    expect(await words()).toBe("'old':1");
  } finally {
    await opened.dispose();
  }
});
