// Helpers for the tests and benchmarks of the services.
export { type BuiltService, startBuilt } from './testing/built-service.js';
export { type ChildService, spawnProgram } from './testing/child-service.js';
export { findCircles } from './testing/circles.js';
export { documentFaults } from './testing/document-faults.js';
export { growthFaults } from './testing/growth-fault.js';
export { type Layers, readLayers } from './testing/layers.js';
export { createMemoryEventLog, type MemoryEventLog } from './testing/memory-event-log.js';
export { createMemoryIdempotencyStore, type IdempotencyEntries } from './testing/memory-idempotency-store.js';
export { openToOthers } from './testing/open-to-others.js';
export { startRoundRobin } from './testing/round-robin.js';
export { maySmallDisk, mountSmallDisk, type SmallDisk } from './testing/small-disk.js';
export { type Answer, type TestService, testService } from './testing/test-service.js';
