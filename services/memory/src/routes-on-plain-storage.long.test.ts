import { describe } from 'vitest';
import { keepAllInRam } from './testing/test-service.js';

// Tests of database files are excluded.
keepAllInRam();

const nouns = [
  'archives',
  'audits',
  'cache',
  'events',
  'filters.property',
  'foreign',
  'foreign-hostile',
  'onboarding',
  'projects',
  'recall',
  'related',
  'status',
  'verdicts',
];

describe.each(nouns)('%s', async (noun) => {
  await import(`./routes/${noun}.test.ts`);
});

describe('mcp', async () => {
  await import('./mcp/mcp-http.test.js');
});
