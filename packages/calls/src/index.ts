export type { CalleeOptions, CallSignatures, RemoteCallOptions, WorkerHandle } from './callee.js';
export { RemoteCallError, WorkerExitedError } from './errors.js';
export { type CallContext, type CallError, type Handlers, serve } from './serve.js';
export {
  type PrestartedProcess,
  type ProcessOptions,
  type Program,
  prestartProcess,
  startProcess,
} from './start-process.js';
export { startThread, type ThreadOptions } from './start-thread.js';
