export type { AskOptions, Callee, CalleeOptions, Exchanges } from './callee.js';
export { CalleeEnded, CallFailed } from './errors.js';
export { type CallContext, type Handlers, type Refusal, serve } from './serve.js';
export {
  type BegunProcess,
  beginProcess,
  type ProcessOptions,
  type Program,
  startProcess,
} from './start-process.js';
export { startThread, type ThreadOptions } from './start-thread.js';
