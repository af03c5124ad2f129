export { createLog, type Log, type LogStream } from '../log.js';
export { keepOwnLogBounded } from '../own-log-file.js';
export { type RunOptions, runUntilStopped } from '../process.js';
export {
  type OnClose,
  type RunningService,
  readVersion,
  type StartOptions,
  startService,
} from '../start-service.js';
