// Live sessions: the socket of `GET /live`, for browsers and Node.
export { createListeners, type Listeners } from './listeners.js';
export { LiveError } from './live-error.js';
export type {
  LiveClosed,
  LiveDone,
  LiveEvent,
  LiveEvents,
  LiveFaceFormat,
  LiveInterrupted,
  LiveMotion,
  LiveSessionRecord,
  LiveSound,
  LiveWord,
} from './live-events.js';
export type { LiveExpression, LiveExpressionName, LiveOptions, LiveSpeechOptions } from './live-options.js';
export { type LiveConnection, openLive } from './open-live.js';
