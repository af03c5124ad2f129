export { createBackoff } from '../backoff.js';
export { createEngineGate, type EngineGateOptions } from '../engine-gate.js';
export type { RemoteCache } from '../remote-cache.js';
