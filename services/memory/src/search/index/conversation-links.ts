import type { IndexColumns } from './columns.js';
import { grownArray } from './columns.js';

/**
 * The order of turns in each conversation, which is the order of their keys. It is stored in the columns
 * `conversation`, `previous` and `next`. A rebuilt index has the same order, whichever turns were moved or
 * rewritten.
 */
export class ConversationLinks {
  readonly #columns: IndexColumns;
  /** Last turn by conversation number; -1 if the conversation has no turns. */
  #lastTurn = new Int32Array(0);
  #rows: number;
  #version = 0;

  constructor(columns: IndexColumns, rows: number) {
    this.#columns = columns;
    this.#rows = rows;
    for (let row = 0; row < rows; row++) {
      const conversation = columns.conversation[row]!;
      if (conversation === -1) continue;
      this.#reserve(conversation);
      if (columns.next[row] === -1) this.#lastTurn[conversation] = row;
    }
  }

  /** Number of rows that were added so far. */
  get rows(): number {
    return this.#rows;
  }

  /** Changes whenever a row is added or moved. */
  get version(): number {
    return this.#version;
  }

  get byteSize(): number {
    return this.#lastTurn.byteLength;
  }

  /** Returns the last turn of the conversation, or -1. */
  lastOf(conversation: number): number {
    return this.#lastTurn[conversation] ?? -1;
  }

  /**
   * Inserts the row into the conversation at the position of its key; -1 removes it from its conversation. A
   * new turn has the highest key and is appended without a search.
   */
  place(row: number, conversation: number): void {
    this.#changed(row);
    this.#outside(row);
    if (conversation === -1) return;
    this.#reserve(conversation);
    const { key, previous } = this.#columns;
    let before = this.#lastTurn[conversation]!;
    let after = -1;
    while (before !== -1 && key[before]! > key[row]!) {
      after = before;
      before = previous[before]!;
    }
    this.#columns.conversation[row] = conversation;
    this.#join(conversation, before, row);
    this.#join(conversation, row, after);
  }

  /** Removes the row and links its neighbours. */
  remove(row: number): void {
    this.#changed(row);
    const { conversation, previous, next } = this.#columns;
    if (conversation[row] === -1) return;
    this.#join(conversation[row]!, previous[row]!, next[row]!);
    this.#outside(row);
  }

  /** Replaces `old` by `row`. */
  replace(old: number, row: number): void {
    this.#changed(row);
    const { conversation, previous, next } = this.#columns;
    conversation[row] = conversation[old]!;
    previous[row] = previous[old]!;
    next[row] = next[old]!;
    if (conversation[row] === -1) return;
    this.#join(conversation[row]!, previous[row]!, row);
    this.#join(conversation[row]!, row, next[row]!);
    this.#outside(old);
  }

  #changed(row: number): void {
    this.#version++;
    if (row >= this.#rows) this.#rows = row + 1;
  }

  #join(conversation: number, before: number, after: number): void {
    if (before !== -1) this.#columns.next[before] = after;
    if (after !== -1) this.#columns.previous[after] = before;
    else this.#lastTurn[conversation] = before;
  }

  #outside(row: number): void {
    const { conversation, previous, next } = this.#columns;
    conversation[row] = -1;
    previous[row] = -1;
    next[row] = -1;
  }

  #reserve(conversation: number): void {
    const known = this.#lastTurn.length;
    if (conversation < known) return;
    this.#lastTurn = grownArray(this.#lastTurn, conversation + 1);
    this.#lastTurn.fill(-1, known);
  }
}
