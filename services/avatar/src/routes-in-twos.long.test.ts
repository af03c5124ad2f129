import { findPostgres } from '@anima/test-engines';
import { describe } from 'vitest';
import { startInTwos } from './testing/test-service.js';

const missing = findPostgres() === null ? ' (no postgres with pgvector: skipped)' : '';

startInTwos();

const files = [
  'media/range-response',
  'live/async-api-routes',
  'catalog/catalog-routes',
  'catalog/catalog-files',
  'catalog/catalog-refusals',
  'clips/clip-routes',
  'clips/lipsync-batch',
  'clips/lipsync-options',
  'clips/lipsync-refusals',
  'media/media-routes',
  'speech/openai-client',
  'jobs/result-schema',
  'auth/ticket-holders',
  'auth/ticket-rights',
  'speech/tts-routes',
  'speech/tts-stream-routes',
  'speech/voice-routes',
];

describe.skipIf(missing !== '')(`on two services and PostgreSQL${missing}`, () => {
  describe.each(files)('%s', async (file) => {
    if (missing === '') await import(/* @vite-ignore */ `./${file}.test.ts`);
  });
});
