import type { IndexColumns } from './columns.js';
import type { ConversationLinks } from './conversation-links.js';

/** Windows of turns around the rows of a list, by position in the order of turns. */
export interface TurnWindows {
  order: TurnOrder;
  /** Index in the row list by position; -1 for rows outside the list and for gaps. */
  positionAt: Int32Array;
  /** Number of body terms in the window, by position. */
  lengths: Float32Array;
  averageLength: number;
}

/** Creates windows and caches the last ones, which a query and a repeated filter need again. */
export class TurnWindowMaker {
  readonly #columns: IndexColumns;
  readonly #links: ConversationLinks;
  #order: TurnOrder | null = null;
  #windows: TurnWindows | null = null;
  #rows: Uint32Array | null = null;
  #before = 0;
  #after = 0;
  #version = -1;
  /** Arrays by position; the next windows overwrite them. */
  #scratch = { positionAt: new Int32Array(0), own: new Float32Array(0), lengths: new Float32Array(0) };

  constructor(columns: IndexColumns, links: ConversationLinks) {
    this.#columns = columns;
    this.#links = links;
  }

  get byteSize(): number {
    const { positionAt, own, lengths } = this.#scratch;
    const order = this.#order?.placeOf.byteLength ?? 0;
    return order + positionAt.byteLength + own.byteLength + lengths.byteLength;
  }

  #reserve(places: number): void {
    if (this.#scratch.own.length >= places) return;
    const room = Math.ceil(places * 1.25);
    this.#scratch = {
      positionAt: new Int32Array(room),
      own: new Float32Array(room),
      lengths: new Float32Array(room),
    };
  }

  of(rows: Uint32Array, before: number, after: number): TurnWindows {
    const isCurrent = this.#version === this.#links.version;
    const isSame = this.#rows === rows && this.#before === before && this.#after === after;
    if (isCurrent && isSame && this.#windows !== null) return this.#windows;
    if (!isCurrent || this.#order === null || this.#order.gap < Math.max(before, after)) {
      this.#order = orderTurns(this.#columns, this.#links.rows, Math.max(2, before, after));
    }
    this.#reserve(this.#order.places);
    this.#windows = makeWindows(this.#order, rows, this.#columns.bodyLength, before, after, this.#scratch);
    this.#rows = rows;
    this.#before = before;
    this.#after = after;
    this.#version = this.#links.version;
    return this.#windows;
  }
}

function makeWindows(
  order: TurnOrder,
  rows: Uint32Array,
  bodyLength: Uint32Array,
  before: number,
  after: number,
  scratch: { positionAt: Int32Array; own: Float32Array; lengths: Float32Array },
): TurnWindows {
  const { placeOf, places, firstOutside } = order;
  const positionAt = scratch.positionAt.fill(-1, 0, places);
  const own = scratch.own.fill(0, 0, places);
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at]!;
    const place = placeOf[row]!;
    positionAt[place] = at;
    own[place] = bodyLength[row]!;
  }
  const { lengths } = scratch;
  lengths.set(own);
  let sum = 0;
  let total = 0;
  // Sliding sum: position + after enters, position - before - 1 leaves, within the gaps.
  for (let place = -after; place < firstOutside - after; place++) {
    sum += own[place + after]!;
    if (place > before) sum -= own[place - before - 1]!;
    if (place >= 0) lengths[place] = sum;
  }
  for (let at = 0; at < rows.length; at++) total += lengths[placeOf[rows[at]!]!]!;
  return { order, positionAt, lengths, averageLength: rows.length === 0 ? 0 : total / rows.length };
}

/** The turns of all conversations in sequence, so that neighbours in time are neighbours in memory. */
export interface TurnOrder {
  /** Position by row. */
  placeOf: Uint32Array;
  /** First position of the rows outside any conversation. Gaps separate the conversations before it. */
  firstOutside: number;
  /** Number of positions, gaps included. */
  places: number;
  /** Number of empty positions before, between and after the conversations. */
  gap: number;
}

function orderTurns({ conversation, previous, next }: IndexColumns, rows: number, gap: number): TurnOrder {
  const placeOf = new Uint32Array(rows);
  let places = gap;
  for (let first = 0; first < rows; first++) {
    if (conversation[first] === -1 || previous[first] !== -1) continue;
    for (let row = first; row !== -1; row = next[row]!) placeOf[row] = places++;
    places += gap;
  }
  const firstOutside = places;
  for (let row = 0; row < rows; row++) if (conversation[row] === -1) placeOf[row] = places++;
  return { placeOf, firstOutside, places, gap };
}
