export {
  type CalleeOptions,
  type CallSignatures,
  RemoteCallError,
  type RemoteCallOptions,
  WorkerExitedError,
  type WorkerHandle,
} from './callee.js';
export { type CallContext, type CallError, type Handlers, serve } from './serve.js';
export { type ProcessOptions, type Program, startProcess } from './start-process.js';
export { startThread, type ThreadOptions } from './start-thread.js';
