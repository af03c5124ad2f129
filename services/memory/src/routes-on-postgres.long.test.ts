import { findPostgres } from '@anima/test-engines';
import { describe } from 'vitest';
import { keepAllInPostgres } from './testing/test-service.js';

const missing = findPostgres() === null ? ' (no postgres with pgvector: skipped)' : '';

// Tests of database files are excluded.
keepAllInPostgres();

const nouns = [
  'archives',
  'audits',
  'cache',
  'contradictions',
  'events',
  'filters.property',
  'foreign',
  'isolation',
  'memories',
  'onboarding',
  'projects',
  'related',
  'relations',
  'status',
  'verdicts',
];

describe.skipIf(missing !== '')(`on PostgreSQL${missing}`, () => {
  describe.each(nouns)('%s', async (noun) => {
    await import(`./routes/${noun}.test.ts`);
  });

  describe('mcp', async () => {
    await import('./mcp/mcp-http.test.js');
  });
});
