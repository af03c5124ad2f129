import { findPostgres } from '@anima/test-engines';
import { describe } from 'vitest';
import { startInTwos } from './testing/test-service.js';

const missing = findPostgres() === null ? ' (no postgres with pgvector: skipped)' : '';

// Without those of which some tests are about one process: its files, its sockets, and the places that it has for speech.
startInTwos();

const nouns = [
  'asked-part',
  'async-api',
  'catalog',
  'lipsync-options',
  'lipsync-refusals',
  'media',
  'openai-client',
  'result-record',
  'ticket-rights',
  'voices',
];

describe.skipIf(missing !== '')(`on two services and PostgreSQL${missing}`, () => {
  describe.each(nouns)('%s', async (noun) => {
    if (missing === '') await import(`./routes/${noun}.test.ts`);
  });
});
