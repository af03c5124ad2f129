/**
 * Marks the cells of a grid (grid-warp.ts) that a sheet covers completely, by `cover` of its map, within the
 * rectangle of the sheet: warped pixels there are invisible. `hidden` has a byte for each point of the grid,
 * the first point of a cell.
 */
export function hideCells(
  cover: usize,
  width: i32,
  left: i32,
  top: i32,
  right: i32,
  bottom: i32,
  hidden: usize,
  columns: i32,
  step: i32,
): void {
  for (let row = (top + step - 1) / step; (row + 1) * step <= bottom; row++)
    for (let column = (left + step - 1) / step; (column + 1) * step <= right; column++)
      if (isCovered(cover + step * (row * width + column), width, step))
        store<u8>(hidden + row * columns + column, 1);
}

function isCovered(at: usize, width: i32, step: i32): bool {
  for (let y = 0; y < step; y++, at += width) {
    let x = 0;
    for (; x + 8 <= step; x += 8) if (load<u64>(at + x) !== u64.MAX_VALUE) return false;
    for (; x < step; x += 2) if (load<u16>(at + x) !== u16.MAX_VALUE) return false;
  }
  return true;
}
