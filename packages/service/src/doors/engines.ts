export { createBackoff } from '../backoff.js';
export { createCircuitBreaker, type EngineGateOptions } from '../engine-gate.js';
export { type RemoteCache, readJson } from '../remote-cache.js';
