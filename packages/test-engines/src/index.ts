// Real servers for tests. Each kind is started by the first test of a run that asks for it, shared by all others, and ended with the
// run; who asks gets a room of his own. Fault tests start one of their own.
export type { EngineServer } from './engine-server.js';
export { findNats, ownNats, startedNats } from './nats.js';
export { findPostgres, ownPostgres, startedPostgres } from './postgres.js';
export { findRedis, ownRedis, startedRedis } from './redis.js';
export { findS3, ownS3, startedS3 } from './s3.js';
