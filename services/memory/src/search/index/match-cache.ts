import type { SearchFilter } from '../search-filter.js';

interface CachedMatch {
  rows: Uint32Array;
  /** The list is valid from `from` up to, but not including, `until`. */
  from: number;
  until: number;
}

const MAX_FILTERS = 8;

/**
 * Caches the row lists of the last few filters until the next write. Because the same list is returned, sums
 * over it (document lengths, windows) can be reused too.
 */
export class MatchCache {
  readonly #matches = new Map<string, CachedMatch>();

  get byteSize(): number {
    let bytes = 0;
    for (const { rows } of this.#matches.values()) bytes += rows.byteLength;
    return bytes;
  }

  /** `compute` returns the rows and the earliest time after `now` at which one of them expires. */
  match(
    filter: SearchFilter,
    now: number,
    compute: () => { rows: Uint32Array; nextExpiry: number },
  ): Uint32Array {
    const key = filterKey(filter);
    const known = this.#matches.get(key);
    this.#matches.delete(key);
    if (known !== undefined && now >= known.from && now < known.until) {
      this.#matches.set(key, known);
      return known.rows;
    }
    const { rows, nextExpiry } = compute();
    this.#matches.set(key, { rows, from: now, until: nextExpiry });
    if (this.#matches.size > MAX_FILTERS) this.#matches.delete(this.#matches.keys().next().value!);
    return rows;
  }

  clear(): void {
    this.#matches.clear();
  }
}

function filterKey(filter: SearchFilter): string {
  return JSON.stringify(Object.entries(filter).sort(([a], [b]) => (a < b ? -1 : 1)));
}
