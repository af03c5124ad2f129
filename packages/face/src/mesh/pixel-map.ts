/**
 * Where the pixels of a rectangle of the picture come from: for each a position in the source, how much of it covers the
 * pixel, and how far it is darkened. A sheet is drawn into it, then painted.
 */
export interface PixelMap {
  /** The rectangle, in pixels of the picture; `right` and `bottom` excluded. */
  left: number;
  top: number;
  right: number;
  bottom: number;
  /** Row by row of the rectangle; pixel centres lie at .5. */
  x: Float32Array;
  y: Float32Array;
  /** 0 to 255; 0 where no sheet lies. */
  cover: Uint8Array;
  /** 0 to 255: what is taken from the light. */
  dark: Uint8Array;
}

/** A net of `columns` x `rings` points, row by row. */
export interface Sheet {
  readonly columns: number;
  readonly rings: number;
  /** x, y of each point: in the source, and where it goes. */
  readonly from: Float32Array;
  readonly to: Float32Array;
  /** 0 to 1 a point. */
  readonly cover: Float32Array;
  readonly dark: Float32Array;
  /** 1 where columns to rings turn clockwise on the screen, else -1: what has turned over is not seen and not drawn. */
  readonly winding: 1 | -1;
}

export function createSheet(columns: number, rings: number, winding: 1 | -1): Sheet {
  const points = columns * rings;
  return {
    columns,
    rings,
    from: new Float32Array(2 * points),
    to: new Float32Array(2 * points),
    cover: new Float32Array(points).fill(1),
    dark: new Float32Array(points),
    winding,
  };
}

export function createPixelMap(): PixelMap {
  return {
    left: 0,
    top: 0,
    right: 0,
    bottom: 0,
    x: new Float32Array(0),
    y: new Float32Array(0),
    cover: new Uint8Array(0),
    dark: new Uint8Array(0),
  };
}

/** An empty map over all of the picture that the sheet reaches. Memory grows to the largest and stays. */
export function clearMap(map: PixelMap, { to }: Sheet, width: number, height: number): void {
  let left = width;
  let top = height;
  let right = 0;
  let bottom = 0;
  for (let at = 0; at < to.length; at += 2) {
    left = Math.min(left, to[at]!);
    right = Math.max(right, to[at]!);
    top = Math.min(top, to[at + 1]!);
    bottom = Math.max(bottom, to[at + 1]!);
  }
  // Even, so that the rectangle holds whole samples of colour.
  map.left = Math.max(0, Math.floor(left)) & ~1;
  map.top = Math.max(0, Math.floor(top)) & ~1;
  map.right = Math.max(map.left, Math.min(width, (Math.ceil(right) + 1) & ~1));
  map.bottom = Math.max(map.top, Math.min(height, (Math.ceil(bottom) + 1) & ~1));
  const pixels = (map.right - map.left) * (map.bottom - map.top);
  if (map.cover.length < pixels) {
    map.x = new Float32Array(pixels);
    map.y = new Float32Array(pixels);
    map.cover = new Uint8Array(pixels);
    map.dark = new Uint8Array(pixels);
  } else map.cover.fill(0, 0, pixels);
}

/** Where a sheet lies over itself, what covers a pixel more wins, and of equals the first. */
export function drawSheet(map: PixelMap, sheet: Sheet): void {
  const { columns, rings } = sheet;
  for (let ring = 0; ring + 1 < rings; ring++)
    for (let column = 0; column + 1 < columns; column++) {
      const p = ring * columns + column;
      const q = p + columns;
      drawTriangle(map, sheet, p, p + 1, q);
      drawTriangle(map, sheet, p + 1, q + 1, q);
    }
}

/** Pixels whose centre lies inside; a centre on a shared edge belongs to exactly one of two triangles. */
function drawTriangle(map: PixelMap, sheet: Sheet, a: number, b: number, c: number): void {
  const { to, from, cover, dark } = sheet;
  const ax = to[2 * a]!;
  const ay = to[2 * a + 1]!;
  const bx = to[2 * b]!;
  const by = to[2 * b + 1]!;
  const cx = to[2 * c]!;
  const cy = to[2 * c + 1]!;
  const area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay);
  if (!(area * sheet.winding > 0)) return;
  const first = Math.max(map.top, Math.ceil(Math.min(ay, by, cy) - 0.5));
  const end = Math.min(map.bottom, Math.ceil(Math.max(ay, by, cy) - 0.5));
  if (first >= end) return;

  // Every attribute is value + x * alongX + y * alongY.
  const ux = (cy - ay) / area;
  const uy = (ax - cx) / area;
  const vx = (ay - by) / area;
  const vy = (bx - ax) / area;
  const sxb = from[2 * b]! - from[2 * a]!;
  const sxc = from[2 * c]! - from[2 * a]!;
  const syb = from[2 * b + 1]! - from[2 * a + 1]!;
  const syc = from[2 * c + 1]! - from[2 * a + 1]!;
  const sxx = sxb * ux + sxc * vx;
  const sxy = sxb * uy + sxc * vy;
  const syx = syb * ux + syc * vx;
  const syy = syb * uy + syc * vy;
  const cb = 255 * (cover[b]! - cover[a]!);
  const cc = 255 * (cover[c]! - cover[a]!);
  const coverX = cb * ux + cc * vx;
  const coverY = cb * uy + cc * vy;
  const db = 255 * (dark[b]! - dark[a]!);
  const dc = 255 * (dark[c]! - dark[a]!);
  const darkX = db * ux + dc * vx;
  const darkY = db * uy + dc * vy;

  // Most triangles are all there and all light: nothing to be interpolated.
  const even = cb === 0 && cc === 0 && db === 0 && dc === 0;
  const evenCover = toByte(255 * cover[a]! + 0.5);
  const evenDark = toByte(255 * dark[a]! + 0.5);
  const { x: mapX, y: mapY, cover: mapCover, dark: mapDark } = map;
  const width = map.right - map.left;
  for (let row = first; row < end; row++) {
    const y = row + 0.5;
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    const ab = crossing(ax, ay, bx, by, y);
    const bc = crossing(bx, by, cx, cy, y);
    const ca = crossing(cx, cy, ax, ay, y);
    if (ab < low) low = ab;
    if (ab > high && ab < Number.POSITIVE_INFINITY) high = ab;
    if (bc < low) low = bc;
    if (bc > high && bc < Number.POSITIVE_INFINITY) high = bc;
    if (ca < low) low = ca;
    if (ca > high && ca < Number.POSITIVE_INFINITY) high = ca;
    const start = Math.max(map.left, Math.ceil(low - 0.5));
    const stop = Math.min(map.right, Math.ceil(high - 0.5));
    if (start >= stop) continue;
    const dx = start + 0.5 - ax;
    const dy = y - ay;
    let sx = from[2 * a]! + dx * sxx + dy * sxy;
    let sy = from[2 * a + 1]! + dx * syx + dy * syy;
    const line = (row - map.top) * width - map.left;
    if (even) {
      for (let at = line + start; at < line + stop; at++) {
        if (evenCover > mapCover[at]!) {
          mapCover[at] = evenCover;
          mapX[at] = sx;
          mapY[at] = sy;
          mapDark[at] = evenDark;
        }
        sx += sxx;
        sy += syx;
      }
      continue;
    }
    let covered = 255 * cover[a]! + dx * coverX + dy * coverY + 0.5;
    let darkened = 255 * dark[a]! + dx * darkX + dy * darkY + 0.5;
    for (let at = line + start; at < line + stop; at++) {
      const own = toByte(covered);
      if (own > mapCover[at]!) {
        mapCover[at] = own;
        mapX[at] = sx;
        mapY[at] = sy;
        mapDark[at] = toByte(darkened);
      }
      sx += sxx;
      sy += syx;
      covered += coverX;
      darkened += darkX;
    }
  }
}

function toByte(value: number): number {
  return value > 255 ? 255 : value < 0 ? 0 : value | 0;
}

/** x where the edge crosses the line `y`; infinite where it does not. The same for both directions of an edge, to the bit. */
function crossing(ax: number, ay: number, bx: number, by: number, y: number): number {
  if (ay < by) return ay <= y && y < by ? ax + ((y - ay) * (bx - ax)) / (by - ay) : Number.POSITIVE_INFINITY;
  return by <= y && y < ay ? bx + ((y - by) * (ax - bx)) / (ay - by) : Number.POSITIVE_INFINITY;
}
