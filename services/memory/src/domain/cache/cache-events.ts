import type { CacheScope } from '../../ports/response-cache-store.js';

/** What is told of the cache: type and data of each event. */
export const cacheStored = ({ model, contextDepth }: CacheScope, replaced: boolean) =>
  ['cache.stored', { model, context_depth: contextDepth, replaced }] as const;

/** Given up for room or because they expired. */
export const cacheEvicted = (model: string, count: number) => ['cache.evicted', { model, count }] as const;

/** Of one model, or of all: null. */
export const cacheCleared = (model: string | null, count: number) =>
  ['cache.cleared', { model, count }] as const;
