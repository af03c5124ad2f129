export { createBackoff, createEngineGate, type EngineGateOptions } from '../storage/engine-gate.js';
export { type RemoteCache, readJson } from '../storage/remote-cache.js';
