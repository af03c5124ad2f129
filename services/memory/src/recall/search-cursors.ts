import { AppError } from '@anima/service/errors';
import { LRUCache } from 'lru-cache';
import { uuidv7 } from 'uuidv7';

/** Maximum number of keys of all open searches, 8 bytes each. The least recently used are removed. */
const MAX_KEYS = 4_000_000;
const TTL_MS = 10 * 60_000;

/** A search that is read page by page, with the keys that were returned so far, in order. */
export interface OpenSearch {
  id: string;
  /** Identifies the query and the filter: a cursor cannot continue another search. */
  identity: string;
  returned: number[];
}

/**
 * Stores the results that each search returned. A ranking changes while memories are stored, so a position in
 * it would repeat or skip memories; a new ranking without the returned memories does not. Searches are
 * removed after ten minutes without a request and when the process stops.
 */
export interface SearchCursors {
  start(identity: string): OpenSearch;
  /**
   * Returns the search in its state after `position` results, so that a repeated request continues from
   * there. Throws `cursor_expired` if the search is unknown, and `validation_failed` if it has another query
   * or filter.
   */
  open(id: string, identity: string, position: number): OpenSearch;
  save(search: OpenSearch): void;
}

export function createSearchCursors(): SearchCursors {
  const searches = new LRUCache<string, OpenSearch>({
    maxSize: MAX_KEYS,
    sizeCalculation: ({ returned }) => returned.length + 64,
    ttl: TTL_MS,
  });
  return {
    start: (identity) => ({ id: uuidv7(), identity, returned: [] }),
    save: (search) => void searches.set(search.id, search),
    open(id, identity, position) {
      const search = searches.get(id);
      if (search === undefined || position > search.returned.length)
        throw new AppError('cursor_expired', 'This cursor has expired. Repeat the search without a cursor');
      if (search.identity !== identity)
        throw new AppError('validation_failed', 'Expected the query and filter that returned this cursor');
      return { id, identity, returned: search.returned.slice(0, position) };
    },
  };
}
