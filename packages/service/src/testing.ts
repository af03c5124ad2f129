// What the tests and benchmarks of the services start them with.
export { type ChildService, spawnProgram } from './testing/child-service.js';
export { type Layers, readLayers } from './testing/layers.js';
export { maySmallDisk, mountSmallDisk, type SmallDisk } from './testing/small-disk.js';
export { type Answer, type TestService, testService } from './testing/test-service.js';
