import type { ScaleOut } from '@anima/service/scale-out';
import { readBucketAddress } from './s3/bucket-address.js';
import { openBucket } from './s3/open-bucket.js';

const s3: ScaleOut['s3'] = { openBucket: (setting, url) => openBucket(readBucketAddress(setting, url)) };
export default s3;
