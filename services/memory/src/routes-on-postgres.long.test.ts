import { findPostgres } from '@anima/test-engines';
import { describe } from 'vitest';
import { keepAllInPostgres } from './testing/test-service.js';

const missing = findPostgres() === null ? ' (no postgres with pgvector: skipped)' : '';

// Tests of database files are excluded.
keepAllInPostgres();

const tests = [
  ['archive', 'archive-routes'],
  ['audit', 'audit-routes'],
  ['cache', 'cache-routes'],
  ['relations', 'contradictions-routes'],
  ['http', 'events'],
  ['recall', 'filters.property'],
  ['import', 'import-routes'],
  ['http', 'isolation'],
  ['memory', 'memory-routes'],
  ['import', 'export-routes'],
  ['memory-tool', 'memory-tool-routes'],
  ['import', 'onboarding-routes'],
  ['proxy', 'proxy-routes'],
  ['memory', 'project-routes'],
  ['recall', 'truth-routes'],
  ['related', 'related-routes'],
  ['relations', 'relation-routes'],
  ['status', 'status-routes'],
  ['audit', 'verdict-routes'],
];

describe.skipIf(missing !== '')(`on PostgreSQL${missing}`, () => {
  describe.each(tests)('%s/%s', async (folder, file) => {
    await import(`./${folder}/${file}.test.ts`);
  });

  describe('mcp', async () => {
    await import('./mcp/mcp-http.test.js');
  });
});
