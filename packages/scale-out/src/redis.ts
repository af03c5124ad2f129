import type { ScaleOut } from '@anima/service/scale-out';
import { openRedis } from './redis/open-redis.js';

const redis: ScaleOut['redis'] = { openRedis };
export default redis;
