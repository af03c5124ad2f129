// Real servers for tests. The first test of a run that needs a kind of server starts it; all other tests
// share it, and it ends with the run. Each caller gets a separate database or bucket; for NATS, callers
// choose unique stream names. Tests that kill or freeze a server start a separate server.
export type { EngineServer } from './engine-server.js';
export { findNats, ownNats, startedNats } from './nats.js';
export { findPostgres, ownPostgres, startedPostgres } from './postgres.js';
export { findRedis, ownRedis, startedRedis } from './redis.js';
export { findS3, ownS3, startedS3 } from './s3.js';
