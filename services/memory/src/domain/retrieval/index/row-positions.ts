/**
 * Where each row stands in a row list, by row: the list's index, or -1 for rows outside it. One map is kept for
 * the last list, since the signals of one query ask about the same list.
 */
export class RowPositions {
  #positions = new Int32Array(0);
  #rows: Uint32Array | null = null;

  get byteSize(): number {
    return this.#positions.byteLength;
  }

  /** Valid until the next call; at least `allocatedRows` long. */
  of(rows: Uint32Array, allocatedRows: number): Int32Array {
    const known = this.#rows;
    if (known === rows && this.#positions.length >= allocatedRows) return this.#positions;
    if (this.#positions.length < allocatedRows) {
      this.#positions = new Int32Array(Math.ceil(allocatedRows * 1.25)).fill(-1);
    } else if (known !== null) {
      const positions = this.#positions;
      // Filling runs at the speed of memory: cheaper than undoing even a tenth of the rows one by one.
      if (known.length > positions.length / 10) positions.fill(-1);
      else for (let at = 0; at < known.length; at++) positions[known[at]!] = -1;
    }
    const positions = this.#positions;
    for (let at = 0; at < rows.length; at++) positions[rows[at]!] = at;
    this.#rows = rows;
    return positions;
  }
}
