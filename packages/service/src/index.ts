export { type AccessToken, bearerToken, createBearerAuth, parseAccessTokens } from './access-token.js';
export { type AllowedPaths, createAllowedPaths } from './allowed-paths.js';
export { type CallerPlaces, createCallerPlaces, type PlaceLimits } from './caller-places.js';
export {
  booleanSetting,
  defineSettings,
  durationSetting,
  enumSetting,
  integerSetting,
  numberSetting,
  pathListSetting,
  pathSetting,
  type Setting,
  type Settings,
  type SettingValues,
  secretSetting,
  stringSetting,
} from './config.js';
export {
  AppError,
  type AppErrorOptions,
  type CommonErrorCode,
  commonErrors,
  type ErrorTable,
  type FieldError,
} from './errors.js';
export { type EventStreamOptions, registerEventStream } from './event-stream.js';
export type { EventLog, ServiceEvent } from './events.js';
export { assertBindAllowed, isLoopbackName } from './host-guard.js';
export {
  IDEMPOTENCY_TTL_MS,
  type IdempotencyBegin,
  type IdempotencyRef,
  type IdempotencyStore,
  type StoredResponse,
} from './idempotency.js';
export { createLog, type Log, type LogStream } from './log.js';
export { type OpenFolder, openAllowed, openAllowedFolder } from './open-allowed.js';
export type { Credentials } from './openapi.js';
export { closeDataDirectory, makeFilesPrivate } from './private-files.js';
export { PROBLEM_TYPE, problemType } from './problem.js';
export { type RunOptions, runUntilStopped } from './process.js';
export {
  IsoDateOrTime,
  IsoTime,
  isIsoDate,
  isoTime,
  isoTimeToMs,
  Nullable,
  Problem,
  strictObject,
  Uuid,
} from './schema.js';
export { createService, type Service, type ServiceOptions } from './server.js';
export type { Authenticate, Identity, ServiceApp } from './service-app.js';
export { type BoundedTable, boundTable, type TableBounds } from './sqlite/bounded-table.js';
export { type DataLock, lockDataDirectory } from './sqlite/data-lock.js';
export { createSqliteEventLog, type SqliteEventLogOptions } from './sqlite/event-log.js';
export { type FileLock, takeFileLock } from './sqlite/file-lock.js';
export {
  createSqliteIdempotencyStore,
  type SqliteIdempotencyStoreOptions,
} from './sqlite/idempotency-store.js';
export { openSqlite } from './sqlite/open-sqlite.js';
export {
  type OnClose,
  type RunningService,
  readVersion,
  type StartOptions,
  startService,
} from './start-service.js';
export { isStorageFull } from './storage-full.js';
export { createValueCheck } from './value-check.js';
