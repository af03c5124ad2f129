import { findPostgres } from '@anima/test-engines';
import { describe } from 'vitest';
import { startInTwos } from './testing/test-service.js';

const missing = findPostgres() === null ? ' (no postgres with pgvector: skipped)' : '';

startInTwos();

const nouns = [
  'asked-part',
  'async-api',
  'catalog',
  'catalog-files',
  'catalog-refusals',
  'lipsync',
  'lipsync-batch',
  'lipsync-options',
  'lipsync-refusals',
  'media',
  'openai-client',
  'result-record',
  'ticket-holders',
  'ticket-rights',
  'tts',
  'tts-stream',
  'voices',
];

describe.skipIf(missing !== '')(`on two services and PostgreSQL${missing}`, () => {
  describe.each(nouns)('%s', async (noun) => {
    if (missing === '') await import(`./routes/${noun}.test.ts`);
  });
});
