/**
 * Where the pixels of a picture come from that a sheet lies over. The map has the rows of the picture, [height x width] each: `x` and `y` f32,
 * a place in the source; `cover` and `dark` bytes. A sheet is [rings x columns]: `from` and `to` two f32 a point, `cover` and `dark` one.
 */

/** Of the sheet that is drawn. */
let sheetTo: usize = 0;
let sheetFrom: usize = 0;
let sheetCover: usize = 0;
let sheetDark: usize = 0;
let sheetWinding: f64 = 1;
/** The map, its bytes a row, and the rectangle that is drawn into. */
let mapX: usize = 0;
let mapY: usize = 0;
let mapCover: usize = 0;
let mapDark: usize = 0;
let mapWidth: i32 = 0;
let mapLeft: i32 = 0;
let mapTop: i32 = 0;
let mapRight: i32 = 0;
let mapBottom: i32 = 0;

/** Clears the rectangle and draws the sheet into it. What covers a pixel more wins, and of equals the first. */
export function drawSheet(
  to: usize,
  from: usize,
  cover: usize,
  dark: usize,
  columns: i32,
  rings: i32,
  winding: i32,
  x: usize,
  y: usize,
  covered: usize,
  darkened: usize,
  width: i32,
  left: i32,
  top: i32,
  right: i32,
  bottom: i32,
): void {
  sheetTo = to;
  sheetFrom = from;
  sheetCover = cover;
  sheetDark = dark;
  sheetWinding = f64(winding);
  mapX = x;
  mapY = y;
  mapCover = covered;
  mapDark = darkened;
  mapWidth = width;
  mapLeft = left;
  mapTop = top;
  mapRight = right;
  mapBottom = bottom;
  for (let row = top; row < bottom; row++) memory.fill(covered + row * width + left, 0, right - left);
  for (let ring = 0; ring + 1 < rings; ring++)
    for (let column = 0; column + 1 < columns; column++) {
      const p = ring * columns + column;
      const q = p + columns;
      drawTriangle(p, p + 1, q);
      drawTriangle(p + 1, q + 1, q);
    }
}

function toX(point: i32): f64 {
  return f64(load<f32>(sheetTo + 8 * point));
}

function toY(point: i32): f64 {
  return f64(load<f32>(sheetTo + 8 * point, 4));
}

function fromX(point: i32): f64 {
  return f64(load<f32>(sheetFrom + 8 * point));
}

function fromY(point: i32): f64 {
  return f64(load<f32>(sheetFrom + 8 * point, 4));
}

function coverOf(point: i32): f64 {
  return f64(load<f32>(sheetCover + 4 * point));
}

function darkOf(point: i32): f64 {
  return f64(load<f32>(sheetDark + 4 * point));
}

/** The first line of pixel centres at or after a place. */
function firstAt(place: f64): i32 {
  return i32(Math.ceil(place - 0.5));
}

function toByte(value: f64): u8 {
  return u8(i32(min<f64>(255, max<f64>(0, value))));
}

/** Pixels whose centre lies inside; a centre on a shared edge belongs to exactly one of two triangles. */
function drawTriangle(a: i32, b: i32, c: i32): void {
  const ax = toX(a);
  const ay = toY(a);
  const bx = toX(b);
  const by = toY(b);
  const cx = toX(c);
  const cy = toY(c);
  const area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay);
  if (!(area * sheetWinding > 0)) return;

  // From the highest corner down: the long edge on one side, the two short ones on the other.
  let highX = ax;
  let highY = ay;
  let midX = bx;
  let midY = by;
  let lowX = cx;
  let lowY = cy;
  if (midY < highY) {
    highX = bx;
    highY = by;
    midX = ax;
    midY = ay;
  }
  if (lowY < midY) {
    lowX = midX;
    lowY = midY;
    midX = cx;
    midY = cy;
    if (midY < highY) {
      midX = highX;
      midY = highY;
      highX = cx;
      highY = cy;
    }
  }
  const first = max(mapTop, firstAt(highY));
  const end = min(mapBottom, firstAt(lowY));
  if (first >= end) return;
  const turn = firstAt(midY);
  // An edge starts at its higher end in both triangles that share it: they agree to the bit.
  const longSlope = (lowX - highX) / (lowY - highY);
  let shortSlope = (midX - highX) / (midY - highY);
  let shortX = highX;
  let shortY = highY;
  if (first >= turn) {
    shortSlope = (lowX - midX) / (lowY - midY);
    shortX = midX;
    shortY = midY;
  }

  // Every attribute is value + x * alongX + y * alongY.
  const ux = (cy - ay) / area;
  const uy = (ax - cx) / area;
  const vx = (ay - by) / area;
  const vy = (bx - ax) / area;
  const sxa = fromX(a);
  const sya = fromY(a);
  const sxb = fromX(b) - sxa;
  const sxc = fromX(c) - sxa;
  const syb = fromY(b) - sya;
  const syc = fromY(c) - sya;
  const sxx = sxb * ux + sxc * vx;
  const sxy = sxb * uy + sxc * vy;
  const syx = syb * ux + syc * vx;
  const syy = syb * uy + syc * vy;
  const cover = coverOf(a);
  const dark = darkOf(a);
  const cb = 255 * (coverOf(b) - cover);
  const cc = 255 * (coverOf(c) - cover);
  const db = 255 * (darkOf(b) - dark);
  const dc = 255 * (darkOf(c) - dark);
  // Most triangles are all there and all light: nothing to be interpolated.
  const isEven = cb === 0 && cc === 0 && db === 0 && dc === 0;
  const evenCover = toByte(255 * cover + 0.5);
  const evenDark = toByte(255 * dark + 0.5);

  for (let row = first; row < end; row++) {
    const y = f64(row) + 0.5;
    if (row === turn) {
      shortSlope = (lowX - midX) / (lowY - midY);
      shortX = midX;
      shortY = midY;
    }
    const one = highX + (y - highY) * longSlope;
    const other = shortX + (y - shortY) * shortSlope;
    const start = max(mapLeft, firstAt(min(one, other)));
    const stop = min(mapRight, firstAt(max(one, other)));
    if (start >= stop) continue;
    const dx = f64(start) + 0.5 - ax;
    const dy = y - ay;
    let sx = sxa + dx * sxx + dy * sxy;
    let sy = sya + dx * syx + dy * syy;
    const line = row * mapWidth;
    if (isEven) {
      fillEven(line + start, stop - start, sx, sy, sxx, syx, evenCover, evenDark);
      continue;
    }
    const coverAlong = cb * ux + cc * vx;
    const darkAlong = db * ux + dc * vx;
    let covered = 255 * cover + dx * coverAlong + dy * (cb * uy + cc * vy) + 0.5;
    let darkened = 255 * dark + dx * darkAlong + dy * (db * uy + dc * vy) + 0.5;
    for (let at = line + start; at < line + stop; at++) {
      const own = toByte(covered);
      if (own > load<u8>(mapCover + at)) {
        store<u8>(mapCover + at, own);
        store<f32>(mapX + 4 * at, f32(sx));
        store<f32>(mapY + 4 * at, f32(sy));
        store<u8>(mapDark + at, toByte(darkened));
      }
      sx += sxx;
      sy += syx;
      covered += coverAlong;
      darkened += darkAlong;
    }
  }
}

/** Pixels of a row that all have the same cover and darkness, four at a time: beyond the last of them nothing changes. */
function fillEven(
  first: i32,
  count: i32,
  x: f64,
  y: f64,
  xAlong: f64,
  yAlong: f64,
  cover: u8,
  dark: u8,
): void {
  const nextX = f64x2.splat(2 * xAlong);
  const nextY = f64x2.splat(2 * yAlong);
  let x0 = f64x2.replace_lane(f64x2.splat(x), 1, x + xAlong);
  let y0 = f64x2.replace_lane(f64x2.splat(y), 1, y + yAlong);
  const covers = i8x16.splat(i8(cover));
  const darks = i8x16.splat(i8(dark));
  const least = i32x4.splat(i32(cover));
  let left = i32x4.sub(i32x4.splat(count), i32x4(0, 1, 2, 3));
  for (let at = first; at < first + count; at += 4) {
    const x1 = f64x2.add(x0, nextX);
    const y1 = f64x2.add(y0, nextY);
    const own = v128.load32_zero(mapCover + at);
    const ownWide = i32x4.extend_low_i16x8_u(i16x8.extend_low_i8x16_u(own));
    const wins = v128.and(i32x4.gt_s(least, ownWide), i32x4.gt_s(left, i32x4.splat(0)));
    const words = i16x8.narrow_i32x4_s(wins, wins);
    const winsBytes = i8x16.narrow_i16x8_s(words, words);
    v128.store32_lane(mapCover + at, v128.bitselect(covers, own, winsBytes), 0);
    v128.store32_lane(mapDark + at, v128.bitselect(darks, v128.load32_zero(mapDark + at), winsBytes), 0);
    v128.store(mapX + 4 * at, v128.bitselect(narrowed(x0, x1), v128.load(mapX + 4 * at), wins));
    v128.store(mapY + 4 * at, v128.bitselect(narrowed(y0, y1), v128.load(mapY + 4 * at), wins));
    x0 = f64x2.add(x1, nextX);
    y0 = f64x2.add(y1, nextY);
    left = i32x4.sub(left, i32x4.splat(4));
  }
}

function narrowed(low: v128, high: v128): v128 {
  return f32x4.shuffle(f32x4.demote_f64x2_zero(low), f32x4.demote_f64x2_zero(high), 0, 1, 4, 5);
}
