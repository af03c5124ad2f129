import { findPostgres, findS3 } from '@anima/test-engines';
import { describe } from 'vitest';
import { keepMediaInBucket, startInTwos } from './testing/test-service.js';

const missing = [findPostgres(), findS3()].includes(null)
  ? ' (no postgres with pgvector or no weed of seaweedfs: skipped)'
  : '';

// The tests of the routes know one service: here some of them meet two in turn, most others in the long part.
startInTwos();
keepMediaInBucket();

const nouns = ['asked-part', 'bootstrap', 'openai-client'];

describe.skipIf(missing !== '')(`on two services, PostgreSQL and a bucket${missing}`, () => {
  describe.each(nouns)('%s', async (noun) => {
    if (missing === '') await import(`./routes/${noun}.test.ts`);
  });
});
