import type { CacheScope } from './response-cache-store.js';

/** The events of the cache, each with its type and data. */
export const cacheStored = ({ model, contextDepth }: CacheScope, replaced: boolean) =>
  ['cache.stored', { model, context_depth: contextDepth, replaced }] as const;

/** Reports responses that were evicted because the cache was full or they had expired. */
export const cacheEvicted = (model: string, count: number) => ['cache.evicted', { model, count }] as const;

/** Reports that the responses of a model were deleted, or all of them (null). */
export const cacheCleared = (model: string | null, count: number) =>
  ['cache.cleared', { model, count }] as const;
