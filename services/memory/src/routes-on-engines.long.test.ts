import { findNats, findPostgres, findRedis } from '@anima/test-engines';
import { describe } from 'vitest';
import { keepAllOnEngines } from './testing/test-service.js';

const missing = [findPostgres(), findRedis(), findNats()].includes(null)
  ? ' (no postgres with pgvector, redis-server or nats-server: skipped)'
  : '';

// Each call is handled by another process than the previous call and must see its effect. Tests of database
// files are excluded.
keepAllOnEngines();

const nouns = [
  'archives',
  'audits',
  'cache',
  'contradictions',
  'events',
  'filters.property',
  'foreign',
  'isolation',
  'lifecycle',
  'memories',
  'merge',
  'onboarding',
  'projects',
  'recall',
  'related',
  'relations',
  'status',
  'verdicts',
];

describe.skipIf(missing !== '')(
  `two processes behind a round robin, on PostgreSQL, Redis and NATS${missing}`,
  () => {
    describe.each(nouns)('%s', async (noun) => {
      await import(`./routes/${noun}.test.ts`);
    });
  },
);
