import { findPostgres } from '@anima/test-engines';
import { describe } from 'vitest';
import { keepAllInPostgres } from './testing/test-service.js';

const missing = findPostgres() === null ? ' (no postgres with pgvector: skipped)' : '';

// The route tests do not depend on a database. Some of them run on PostgreSQL here, the others in the long
// tests.
keepAllInPostgres();

const tests = [
  ['memory', 'lifecycle-routes'],
  ['memory', 'merge-routes'],
  ['recall', 'recall-routes'],
];

describe.skipIf(missing !== '')(`on PostgreSQL${missing}`, () => {
  describe.each(tests)('%s/%s', async (folder, file) => {
    await import(`./${folder}/${file}.test.ts`);
  });
});
