// The typed client of both services, for Node.js and browsers.
export {
  AnimaError,
  type ErrorCode,
  type FieldError,
  type ServiceName,
  ServiceUnreachableError,
} from './anima-error.js';
export type { AvatarErrorCode } from './avatar-api.js';
export {
  type AvatarClient,
  type AvatarConnectionOptions,
  type Catalog,
  type CatalogFile,
  type Clip,
  type ClipBatch,
  createAvatarClient,
  type Enhancement,
  type MediaName,
  type Settings,
  type Speech,
  type Voice,
} from './avatar-client.js';
export type { CallOptions, ConnectionOptions } from './connection.js';
export { type ConversationLog, type LogItem, openConversationLog } from './conversation-log.js';
export type { AnimaEvent, FollowOptions } from './follow-events.js';
export type {
  BatchResult,
  ClipResult,
  EnhanceResult,
  JobKind,
  SpeechResult,
  SpokenWord,
} from './job-results.js';
export { type AcceptedJob, type FinishedJob, type Job, JobFailedError, type JobName } from './jobs.js';
export { type LiveConnection, LiveError, type LiveEvent, type LiveOptions } from './live/index.js';
export type { MemoryErrorCode } from './memory-api.js';
export {
  type AuditFinding,
  type AuditRun,
  createMemoryClient,
  type ErasurePlan,
  type Memory,
  type MemoryClient,
  type MemoryFilter,
  type MemoryStatus,
  type NewMemory,
  type PairVerdict,
  type ProjectContext,
  type RecalledMemory,
  type RememberedMemory,
} from './memory-client.js';
export type { SpeechEvent } from './speech-events.js';
export type { WaitOptions } from './wait-for-job.js';
