import { findNats, findPostgres, findRedis } from '@anima/test-engines';
import { describe } from 'vitest';
import { keepAllOnEngines } from './testing/test-service.js';

const missing = [findPostgres(), findRedis(), findNats()].includes(null)
  ? ' (no postgres with pgvector, redis-server or nats-server: skipped)'
  : '';

// Each call is handled by another process than the previous call and must see its effect. Tests of database
// files are excluded.
keepAllOnEngines();

const tests = [
  ['archive', 'archive-routes'],
  ['audit', 'audit-routes'],
  ['cache', 'cache-routes'],
  ['relations', 'contradictions-routes'],
  ['http', 'events'],
  ['recall', 'filters.property'],
  ['import', 'import-routes'],
  ['http', 'isolation'],
  ['memory', 'lifecycle-routes'],
  ['memory', 'memory-routes'],
  ['memory', 'merge-routes'],
  ['import', 'onboarding-routes'],
  ['memory', 'project-routes'],
  ['recall', 'recall-routes'],
  ['related', 'related-routes'],
  ['relations', 'relation-routes'],
  ['status', 'status-routes'],
  ['audit', 'verdict-routes'],
];

describe.skipIf(missing !== '')(
  `two processes behind a round robin, on PostgreSQL, Redis and NATS${missing}`,
  () => {
    describe.each(tests)('%s/%s', async (folder, file) => {
      await import(`./${folder}/${file}.test.ts`);
    });
  },
);
