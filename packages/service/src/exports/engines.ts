export { createBackoff, createCircuitBreaker, type EngineGateOptions } from '../storage/engine-gate.js';
export { type RemoteCache, readJson } from '../storage/remote-cache.js';
