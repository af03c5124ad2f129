export {
  type OnClose,
  type RunningService,
  readVersion,
  type StartOptions,
  startService,
} from '../http/start-service.js';
export { createLog, type Log, type LogStream } from '../processes/log.js';
export { keepOwnLogBounded } from '../processes/own-log-file.js';
export { type RunOptions, runUntilStopped } from '../processes/process.js';
