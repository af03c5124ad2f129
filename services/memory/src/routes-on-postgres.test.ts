import { findPostgres } from '@anima/test-engines';
import { describe } from 'vitest';
import { keepAllInPostgres } from './testing/test-service.js';

const missing = findPostgres() === null ? ' (no postgres with pgvector: skipped)' : '';

// The tests of the routes know no database: here some of them run on PostgreSQL, all others in the long part.
keepAllInPostgres();

const nouns = ['lifecycle', 'merge', 'recall'];

describe.skipIf(missing !== '')(`on PostgreSQL${missing}`, () => {
  describe.each(nouns)('%s', async (noun) => {
    await import(`./routes/${noun}.test.ts`);
  });
});
