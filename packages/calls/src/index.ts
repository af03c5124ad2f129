export {
  type AskOptions,
  type Callee,
  CalleeEnded,
  type CalleeOptions,
  CallFailed,
  type Exchanges,
} from './callee.js';
export { type CallContext, type Handlers, type Refusal, serve } from './serve.js';
export { type ProcessOptions, type Program, startProcess } from './start-process.js';
export { startThread, type ThreadOptions } from './start-thread.js';
