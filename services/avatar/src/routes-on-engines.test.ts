import { findPostgres, findS3 } from '@anima/test-engines';
import { describe } from 'vitest';
import { keepMediaInBucket, startInTwos } from './testing/test-service.js';

const missing = [findPostgres(), findS3()].includes(null)
  ? ' (no postgres with pgvector or no weed of seaweedfs: skipped)'
  : '';

// The tests of the routes know one service: here some of them meet two in turn, most others in the long part.
startInTwos();
keepMediaInBucket();

const files = ['media/range-response', 'http/bootstrap-routes', 'speech/openai-client'];

describe.skipIf(missing !== '')(`on two services, PostgreSQL and a bucket${missing}`, () => {
  describe.each(files)('%s', async (file) => {
    if (missing === '') await import(/* @vite-ignore */ `./${file}.test.ts`);
  });
});
