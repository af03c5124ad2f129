import { AppError } from '@anima/service/errors';

const passing = new Set([
  'too_many_requests',
  'unavailable',
  'storage_unavailable',
  'request_timeout',
  'storage_full',
]);

/** Whether a refusal tells of the moment and nothing of what was asked for: the same may be taken a moment later. */
export function isTransientError(error: unknown): boolean {
  return !(error instanceof AppError) || passing.has(error.code);
}
