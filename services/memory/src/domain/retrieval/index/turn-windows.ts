import type { IndexColumns } from './columns.js';
import type { ConversationLinks } from './conversation-links.js';
import { orderTurns, type TurnOrder } from './turn-order.js';

/** Windows of turns around each of a list of rows, by place in the order of turns. */
export interface TurnWindows {
  order: TurnOrder;
  /** By place: index in the row list; -1 for rows outside it and for gaps. */
  positionAt: Int32Array;
  /** By place: summed body length of the window, in terms. */
  lengths: Float32Array;
  averageLength: number;
}

/** Makes windows and keeps the last ones: one query asks for them once or twice, a filter seen before again. */
export class TurnWindowMaker {
  readonly #columns: IndexColumns;
  readonly #links: ConversationLinks;
  #order: TurnOrder | null = null;
  #windows: TurnWindows | null = null;
  #rows: Uint32Array | null = null;
  #before = 0;
  #after = 0;
  #version = -1;

  constructor(columns: IndexColumns, links: ConversationLinks) {
    this.#columns = columns;
    this.#links = links;
  }

  get byteSize(): number {
    const order = this.#order?.placeOf.byteLength ?? 0;
    const windows = this.#windows;
    return windows === null ? order : order + windows.positionAt.byteLength + windows.lengths.byteLength;
  }

  of(rows: Uint32Array, before: number, after: number): TurnWindows {
    const isCurrent = this.#version === this.#links.version;
    const isSame = this.#rows === rows && this.#before === before && this.#after === after;
    if (isCurrent && isSame && this.#windows !== null) return this.#windows;
    if (!isCurrent || this.#order === null || this.#order.gap < Math.max(before, after)) {
      this.#order = orderTurns(this.#columns, this.#links.rows, Math.max(2, before, after));
    }
    this.#windows = makeWindows(this.#order, rows, this.#columns.bodyLength, before, after);
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
): TurnWindows {
  const { placeOf, places, firstOutside } = order;
  const positionAt = new Int32Array(places).fill(-1);
  const own = new Float32Array(places);
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at]!;
    const place = placeOf[row]!;
    positionAt[place] = at;
    own[place] = bodyLength[row]!;
  }
  const lengths = own.slice();
  let sum = 0;
  let total = 0;
  // The sum slides along: place + after comes in, place - before - 1 goes out. Gaps are wide enough for both.
  for (let place = -after; place < firstOutside - after; place++) {
    sum += own[place + after]!;
    if (place > before) sum -= own[place - before - 1]!;
    if (place >= 0) lengths[place] = sum;
  }
  for (let at = 0; at < rows.length; at++) total += lengths[placeOf[rows[at]!]!]!;
  return { order, positionAt, lengths, averageLength: rows.length === 0 ? 0 : total / rows.length };
}
