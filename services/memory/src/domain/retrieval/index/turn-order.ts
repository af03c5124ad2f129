import type { IndexColumns } from './columns.js';

/** The turns of all conversations laid out side by side, so that neighbours in time are neighbours in memory. */
export interface TurnOrder {
  /** By row. */
  placeOf: Uint32Array;
  /** From here on stand the rows outside any conversation. Before it, gaps part the conversations. */
  firstOutside: number;
  /** Places, used and empty. */
  places: number;
  /** Empty places before, between and behind the conversations. */
  gap: number;
}

export function orderTurns(
  { conversation, previous, next }: IndexColumns,
  rows: number,
  gap: number,
): TurnOrder {
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
