import { selectTop } from '../ranking/select-top.js';
import type { SearchFilter } from '../search-filter.js';
import type { Bm25Options, IndexEntry, KeywordCoverage, SignalSource } from '../signals.js';
import { Bm25 } from './bm25.js';
import {
  columnBytes,
  grownArray,
  type IndexColumns,
  reserveRows,
  SHARED_WITH_ALL,
  State,
} from './columns.js';
import { ConversationLinks } from './conversation-links.js';
import { tally } from './dictionary.js';
import { createParts, type IndexParts, withoutDeadRows } from './index-parts.js';
import { MatchCache } from './match-cache.js';
import { MAX_ROWS } from './postings.js';
import { filterRows } from './row-filter.js';

/** Fields that can change without the text. The key gives the position in a new conversation. */
export type IndexPatch = Partial<
  Pick<
    IndexEntry,
    | 'type'
    | 'importance'
    | 'tags'
    | 'projectId'
    | 'conversation'
    | 'archived'
    | 'replaced'
    | 'validFrom'
    | 'validUntil'
    | 'heldUntil'
    | 'expiresAt'
    | 'sharedWith'
    | 'facts'
  >
>;

/**
 * All memories in RAM: columns, vectors and words by row. The index follows the database and can be rebuilt
 * from it at any time.
 *
 * Row numbers ascend in order of arrival, except that a rewritten text moves its memory to a new row at the
 * end; `columns.key` always has the order of arrival. Callers must not change the returned row lists. The
 * lists are valid until `compact` or `clear`, columns only until the next write. Methods are synchronous and
 * throw before they change any state.
 */
export class MemoryIndex implements SignalSource {
  readonly dimensions: number;
  #parts: IndexParts;
  #links: ConversationLinks;
  #bm25: Bm25;
  #rowByKey = new Map<number, number>();
  /** The highest key that was ever added. */
  #lastKey = Number.NEGATIVE_INFINITY;
  #matches = new MatchCache();
  #matchList = new Uint32Array(0);
  #layout = 0;
  /** The index contains all changes of the store up to this number. The caller sets it. */
  changeSeq = 0;

  /** Takes ownership of `parts`, the parts of a saved index. */
  constructor(dimensions: number, parts: IndexParts = createParts(dimensions)) {
    this.dimensions = dimensions;
    this.#parts = parts;
    this.#links = new ConversationLinks(parts.columns, parts.rows);
    this.#bm25 = new Bm25(parts.postings, parts.columns, this.#links);
    this.#readKeys();
  }

  /** Number of live memories. */
  get size(): number {
    return this.#rowByKey.size;
  }

  /** Number of allocated rows, dead rows included. */
  get rows(): number {
    return this.#parts.rows;
  }

  /** Share of dead rows, which slow down every scan. Above about 0.2, `compact` pays off. */
  get deadShare(): number {
    return this.rows === 0 ? 0 : 1 - this.size / this.rows;
  }

  get columns(): IndexColumns {
    return this.#parts.columns;
  }

  /** The parts that a snapshot stores. Callers must not change them. */
  get parts(): Readonly<IndexParts> {
    return this.#parts;
  }

  /** Changes when rows are renumbered (`compact`, `clear`). */
  get layout(): number {
    return this.#layout;
  }

  get hasTurns(): boolean {
    return this.#parts.names.conversations.size > 0;
  }

  has(key: number): boolean {
    return this.#rowByKey.has(key);
  }

  rowOf(key: number): number | undefined {
    return this.#rowByKey.get(key);
  }

  keyOf(row: number): number {
    if (!(row >= 0 && row < this.rows))
      throw new RangeError(`Expected a row below ${this.rows}, received ${row}`);
    return this.columns.key[row]!;
  }

  /** Returns the key of the last memory of a conversation, or null. */
  lastOfConversation(conversation: string): number | null {
    const row = this.#links.lastOf(this.#parts.names.conversations.find(conversation));
    return row === -1 ? null : this.columns.key[row]!;
  }

  /** Adds a new memory at the end of its conversation and returns its row. Keys must ascend. */
  add(entry: IndexEntry): number {
    if (!Number.isSafeInteger(entry.key) || entry.key <= this.#lastKey) {
      throw new RangeError(`Expected a key above ${this.#lastKey}, received ${entry.key}`);
    }
    const row = this.#append(entry);
    this.#links.place(row, this.#conversationOf(entry.conversation));
    this.#lastKey = entry.key;
    return row;
  }

  /**
   * Replaces the text of a memory. The memory gets a new row and keeps its position in the conversation,
   * unless the entry has another conversation. Returns the row.
   */
  replace(entry: IndexEntry): number {
    const old = this.#rowFor(entry.key);
    const row = this.#append(entry);
    const conversation = this.#conversationOf(entry.conversation);
    if (conversation === this.columns.conversation[old]) {
      this.#links.replace(old, row);
    } else {
      this.#links.remove(old);
      this.#links.place(row, conversation);
    }
    this.columns.state[old] = State.dead;
    return row;
  }

  patch(key: number, changes: IndexPatch): void {
    const row = this.#rowFor(key);
    const { columns, names } = this.#parts;
    if (changes.type !== undefined) columns.type[row] = names.types.intern(changes.type);
    if (changes.importance !== undefined) {
      columns.importance[row] = changes.importance;
      columns.exactImportance[row] = changes.importance;
    }
    if (changes.tags !== undefined) columns.tags[row] = names.tagSets.intern(changes.tags);
    if (changes.projectId !== undefined) columns.project[row] = this.#projectOf(changes.projectId);
    if (changes.archived !== undefined) columns.state[row] = stateOf(changes.archived, changes.replaced);
    if (changes.validFrom !== undefined) columns.validFrom[row] = changes.validFrom;
    if (changes.validUntil !== undefined)
      columns.validUntil[row] = changes.validUntil ?? Number.POSITIVE_INFINITY;
    if (changes.heldUntil !== undefined)
      columns.heldUntil[row] = changes.heldUntil ?? Number.POSITIVE_INFINITY;
    if (changes.expiresAt !== undefined)
      columns.expiresAt[row] = changes.expiresAt ?? Number.POSITIVE_INFINITY;
    if (changes.sharedWith !== undefined) columns.sharedWith[row] = this.#shareOf(changes.sharedWith);
    if (changes.facts !== undefined) columns.facts[row] = changes.facts;
    if (changes.conversation !== undefined) {
      const conversation = this.#conversationOf(changes.conversation);
      if (conversation !== columns.conversation[row]) {
        this.#links.remove(row);
        this.#links.place(row, conversation);
      }
    }
    this.#matches.clear();
  }

  /** Removes the memory permanently. Returns false if the index does not contain it. */
  remove(key: number): boolean {
    const row = this.#rowByKey.get(key);
    if (row === undefined) return false;
    this.#links.remove(row);
    this.columns.state[row] = State.dead;
    this.#rowByKey.delete(key);
    this.#matches.clear();
    return true;
  }

  /** Returns the live rows that pass the filter at this time (ms since the epoch), ascending. */
  match(filter: SearchFilter, now: number): Uint32Array {
    if (filter.keys !== undefined) return this.#matchKeys(filter.keys, filter, now);
    return this.#matches.match(filter, now, () => {
      const { columns, names } = this.#parts;
      this.#matchList = grownArray(this.#matchList, this.rows);
      const { rows, nextExpiry } = filterRows(filter, now, columns, names, this.rows, this.#matchList);
      return { rows: rows.slice(), nextExpiry };
    });
  }

  /** Returns the rows of these keys that pass the filter. The list of all passing rows stays cached. */
  #matchKeys(keys: readonly number[], { keys: _, ...filter }: SearchFilter, now: number): Uint32Array {
    const passing = this.match(filter, now);
    const rows = [...new Set(keys)].flatMap((key) => this.#rowByKey.get(key) ?? []);
    return Uint32Array.from(rows.filter((row) => includesRow(passing, row))).sort();
  }

  semantic(query: Float32Array, rows: Uint32Array, into?: Float32Array): Float32Array {
    return this.#parts.content.score(query, rows, into);
  }

  context(query: Float32Array, rows: Uint32Array): Float32Array {
    return this.#parts.contexts.score(query, rows);
  }

  keyword(terms: readonly string[], rows: Uint32Array, options: Bm25Options): Float32Array {
    return this.#bm25.keyword(terms, rows, options);
  }

  keywordCoverage(
    terms: readonly string[],
    rows: Uint32Array,
    options: Bm25Options,
    into?: { bm25: Float32Array; covered: Float32Array },
  ): KeywordCoverage {
    return this.#bm25.keywordCoverage(terms, rows, options, into);
  }

  windowKeyword(
    terms: readonly string[],
    rows: Uint32Array,
    options: Bm25Options & { before: number; after: number },
  ): Float32Array {
    return this.#bm25.windowKeyword(terms, rows, options);
  }

  /** Counts these rows by type or by project. */
  tally(field: 'type' | 'project', rows: Uint32Array): Map<string, number> {
    const { columns, names } = this.#parts;
    return tally(columns[field], field === 'type' ? names.types : names.projects, rows);
  }

  speakerName(speaker: number): string {
    return this.#parts.names.speakers.name(speaker);
  }

  /** Returns copies of the stored vectors of a memory's content; empty if the memory is unknown. */
  windows(key: number): Float32Array[] {
    const row = this.#rowByKey.get(key);
    return row === undefined ? [] : this.#parts.content.windows(row);
  }

  /** Returns the rows with the highest cosine of any pair of windows, best first, then newest first. */
  nearest(vectors: readonly Float32Array[], rows: Uint32Array, limit: number): number[] {
    if (vectors.length === 0) return [];
    const keyAt = (at: number): number => this.columns.key[rows[at]!]!;
    const best = selectTop(this.#bestScores(vectors, rows), limit, (a, b) => keyAt(b) - keyAt(a));
    return best.map(keyAt);
  }

  #bestScores(vectors: readonly Float32Array[], rows: Uint32Array): Float32Array {
    const [first, ...others] = vectors;
    const best = this.semantic(first!, rows);
    for (const vector of others) {
      const scores = this.semantic(vector, rows);
      for (let at = 0; at < best.length; at++) if (scores[at]! > best[at]!) best[at] = scores[at]!;
    }
    return best;
  }

  /** Removes the dead rows and renumbers the others. Blocks for about 2 µs per row. */
  compact(): void {
    this.#adopt(withoutDeadRows(this.#parts));
  }

  clear(): void {
    this.#adopt(createParts(this.dimensions));
    this.#lastKey = Number.NEGATIVE_INFINITY;
    this.changeSeq = 0;
  }

  /** Returns estimated sizes in bytes, scratch memory included. */
  byteSizes(): Record<'vectors' | 'contextVectors' | 'postings' | 'terms' | 'columns' | 'caches', number> {
    const { content, contexts, postings, columns } = this.#parts;
    const words = postings.byteSize;
    return {
      vectors: content.byteSize,
      contextVectors: contexts.byteSize,
      postings: words.postings,
      terms: words.terms,
      // A Map from number to number takes about 40 bytes per entry.
      columns: columnBytes(columns) + this.#links.byteSize + this.size * 40,
      caches: this.#matches.byteSize + this.#matchList.byteLength + this.#bm25.byteSize,
    };
  }

  /** Adds a row without its conversation links. All checks run before the first change. */
  #append(entry: IndexEntry): number {
    const { columns, names, content, contexts, postings, rows: row } = this.#parts;
    if (row >= MAX_ROWS) throw new RangeError(`Expected at most ${MAX_ROWS} rows`);
    if (entry.vectors.length === 0) throw new RangeError('Expected at least one vector of the content');
    const context = entry.contextVector === null ? [] : [entry.contextVector];
    content.check(entry.vectors);
    contexts.check(context);

    reserveRows(columns, row + 1);
    columns.key[row] = entry.key;
    columns.type[row] = names.types.intern(entry.type);
    columns.agent[row] = names.agents.intern(entry.sourceAgent);
    columns.project[row] = this.#projectOf(entry.projectId);
    columns.speaker[row] = entry.speaker === null ? -1 : names.speakers.intern(entry.speaker);
    columns.tags[row] = names.tagSets.intern(entry.tags);
    columns.sharedWith[row] = this.#shareOf(entry.sharedWith);
    columns.importance[row] = entry.importance;
    columns.exactImportance[row] = entry.importance;
    columns.createdAt[row] = entry.createdAt;
    columns.occurredAt[row] = entry.occurredAt ?? entry.createdAt;
    columns.expiresAt[row] = entry.expiresAt ?? Number.POSITIVE_INFINITY;
    columns.validFrom[row] = entry.validFrom;
    columns.validUntil[row] = entry.validUntil ?? Number.POSITIVE_INFINITY;
    columns.heldUntil[row] = entry.heldUntil ?? Number.POSITIVE_INFINITY;
    columns.state[row] = stateOf(entry.archived, entry.replaced);
    columns.facts[row] = entry.facts;
    columns.bodyLength[row] = entry.bodyTerms.length;
    columns.headerLength[row] = entry.headerTerms.length;
    content.append(entry.vectors);
    contexts.append(context);
    postings.add(row, entry.bodyTerms, entry.headerTerms);
    this.#rowByKey.set(entry.key, row);
    this.#parts.rows = row + 1;
    this.#matches.clear();
    return row;
  }

  #rowFor(key: number): number {
    const row = this.#rowByKey.get(key);
    if (row === undefined) throw new RangeError(`The index has no memory with the key ${key}`);
    return row;
  }

  #projectOf(projectId: string | null): number {
    return projectId === null ? -1 : this.#parts.names.projects.intern(projectId);
  }

  #conversationOf(conversation: string | null): number {
    return conversation === null ? -1 : this.#parts.names.conversations.intern(conversation);
  }

  #shareOf(sharedWith: 'all' | readonly string[]): number {
    return sharedWith === 'all' ? SHARED_WITH_ALL : this.#parts.names.shareSets.intern(sharedWith);
  }

  #adopt(parts: IndexParts): void {
    this.#parts = parts;
    this.#links = new ConversationLinks(parts.columns, parts.rows);
    this.#bm25 = new Bm25(parts.postings, parts.columns, this.#links);
    this.#matchList = new Uint32Array(0);
    this.#readKeys();
    this.#layout++;
    this.#matches.clear();
  }

  #readKeys(): void {
    this.#rowByKey = new Map();
    const { key, state } = this.columns;
    for (let row = 0; row < this.rows; row++) {
      if (state[row] !== State.dead) this.#rowByKey.set(key[row]!, row);
      if (key[row]! > this.#lastKey) this.#lastKey = key[row]!;
    }
  }
}

function stateOf(archived: boolean, replaced = false): number {
  if (!archived) return State.active;
  return replaced ? State.replaced : State.archived;
}

/** Finds a row in an ascending list in logarithmic time. */
function includesRow(rows: Uint32Array, row: number): boolean {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (rows[middle]! < row) low = middle + 1;
    else high = middle;
  }
  return rows[low] === row;
}
