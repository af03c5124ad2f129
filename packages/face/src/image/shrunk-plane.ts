/** A rectangle of a plane, counted in blocks. */
export interface BlockArea {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Of a large block 4 x 4 pixels are read, evenly spread: more change the mean of a natural picture little. */
const READS_A_SIDE = 4;

/** The mean of each block of `block` (a power of two) x `block` pixels in `area`; at the plane's end, of the pixels there are. */
export function shrinkPlane(
  values: Uint8Array,
  width: number,
  height: number,
  area: BlockArea,
  block: number,
): Uint8Array {
  const out = new Uint8Array(area.width * area.height);
  const end = area.x + area.width;
  const complete = Math.max(area.x, Math.min(end, Math.floor(width / block)));
  for (let row = 0; row < area.height; row++) {
    const at = row * area.width;
    const top = (area.y + row) * block;
    const first = top * width + area.x * block;
    let done = 0;
    if (top + block <= height) {
      done = complete - area.x;
      if (block === 1) out.set(values.subarray(first, first + done), at);
      else if (block === 2) meansOfFour(values, first, width, done, out, at);
      else meansOfSixteen(values, first, width, block, done, out, at);
    }
    for (let column = done; column < area.width; column++)
      out[at + column] = meanToEnd(values, width, height, (area.x + column) * block, top, block);
  }
  return out;
}

/** Of `count` blocks of 2 x 2 side by side. */
function meansOfFour(
  values: Uint8Array,
  first: number,
  width: number,
  count: number,
  out: Uint8Array,
  at: number,
): void {
  let upper = first;
  let lower = first + width;
  for (let i = at; i < at + count; i++, upper += 2, lower += 2)
    out[i] = (values[upper]! + values[upper + 1]! + values[lower]! + values[lower + 1]! + 2) >> 2;
}

/** Of `count` larger blocks side by side. */
function meansOfSixteen(
  values: Uint8Array,
  first: number,
  width: number,
  block: number,
  count: number,
  out: Uint8Array,
  at: number,
): void {
  const step = block / READS_A_SIDE;
  const down = step * width;
  for (let i = at, from = first; i < at + count; i++, from += block) {
    let sum = 8;
    for (let line = 0, x = from; line < READS_A_SIDE; line++, x += down)
      sum += values[x]! + values[x + step]! + values[x + 2 * step]! + values[x + 3 * step]!;
    out[i] = sum >> 4;
  }
}

/** Of one block that the plane may end in. */
function meanToEnd(
  values: Uint8Array,
  width: number,
  height: number,
  left: number,
  top: number,
  block: number,
): number {
  const right = Math.min(width, left + block);
  const bottom = Math.min(height, top + block);
  let sum = 0;
  for (let y = top; y < bottom; y++) for (let x = left; x < right; x++) sum += values[y * width + x]!;
  return sum / ((right - left) * (bottom - top)) + 0.5;
}
