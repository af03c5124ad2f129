export { createBackoff, createCircuitBreaker, type EngineGateOptions } from '../storage/circuit-breaker.js';
export { type RemoteCache, readJson } from '../storage/remote-cache.js';
