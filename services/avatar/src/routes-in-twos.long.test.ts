import { findPostgres } from '@anima/test-engines';
import { describe } from 'vitest';
import { startInTwos } from './testing/test-service.js';

const missing = findPostgres() === null ? ' (no postgres with pgvector: skipped)' : '';

// Not yet all: `tts`, `ticket-holders` and others have tests of one process's places and files; `lipsync` and `lipsync-batch` have one
// each that failed in twos, of which the cause is not known.
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
