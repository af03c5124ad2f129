import { AppError } from '@anima/service/errors';

/** In small letters. `uniqueItems` compares characters: the same id in capitals passes it. */
export function distinctIds(field: string, memoryIds: readonly string[]): string[] {
  const ids = memoryIds.map((id) => id.toLowerCase());
  if (new Set(ids).size === ids.length) return ids;
  const message = `Expected different ids for ${field}, received one of them twice`;
  throw new AppError('validation_failed', message, { errors: [{ path: field, message }] });
}
