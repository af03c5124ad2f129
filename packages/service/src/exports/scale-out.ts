export {
  type Bucket,
  type ByteRange,
  isUnavailable,
  type ListedObject,
  type StoredObject,
  type WriteCondition,
} from '../storage/bucket.js';
export {
  type EventLogLimits,
  loadScaleOut,
  type NatsPublisher,
  type RedisOptions,
  type ScaleOut,
} from '../storage/scale-out.js';
