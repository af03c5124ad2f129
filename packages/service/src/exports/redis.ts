export { type OpenedRedis, openRedis, type RedisOptions } from '../redis/open-redis.js';
