import { findS3 } from '@anima/test-engines';
import { describe } from 'vitest';
import { keepMediaInBucket } from './testing/test-service.js';

// The tests of the catalog's routes do not know where it lies: here they run on a bucket, two services on one in media-in-bucket.test.ts.
describe.skipIf(findS3() === null)('on a bucket (no weed of seaweedfs: skipped)', async () => {
  if (findS3() === null) return;
  keepMediaInBucket();
  await import('./catalog/catalog-refusals.test.js');
});
