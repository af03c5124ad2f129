/**
 * Where each row stands in a row list: the list's index, or a negative number for rows outside it. One map is
 * kept for the last list, since the signals of one query ask about the same list.
 */
export class RowPositions {
  #positions = new Int32Array(0);
  #rows: Uint32Array | null = null;

  get byteSize(): number {
    return this.#positions.byteLength;
  }

  /** null where row and position are the same: the list is 0, 1, 2, ... without gaps. */
  of(rows: Uint32Array, allocatedRows: number): Int32Array | null {
    if (rows.length === 0 || rows[rows.length - 1] === rows.length - 1) return null;
    if (this.#rows === rows && this.#positions.length >= allocatedRows) return this.#positions;
    if (this.#positions.length < allocatedRows) {
      this.#positions = new Int32Array(Math.ceil(allocatedRows * 1.25)).fill(-1);
    } else if (this.#rows !== null) {
      for (let at = 0; at < this.#rows.length; at++) this.#positions[this.#rows[at]!] = -1;
    }
    for (let at = 0; at < rows.length; at++) this.#positions[rows[at]!] = at;
    this.#rows = rows;
    return this.#positions;
  }
}
