/**
 * Source positions of the pixels of an image that a sheet covers. The map has the rows of the image, [height
 * x width] each: `x` and `y` f32, a position in the source; `cover` and `dark` bytes. A sheet is [rings x
 * columns]: two f32 of `from` and `to` and one of `cover` and `dark` for each point.
 */

/** The sheet that is drawn. */
let sheetTo: usize = 0;
let sheetFrom: usize = 0;
let sheetCover: usize = 0;
let sheetDark: usize = 0;
let sheetWinding: f64 = 1;
/** The map, its row length in bytes, and the rectangle for drawing. */
let mapX: usize = 0;
let mapY: usize = 0;
let mapCover: usize = 0;
let mapDark: usize = 0;
let mapWidth: i32 = 0;
let mapLeft: i32 = 0;
let mapTop: i32 = 0;
let mapRight: i32 = 0;
let mapBottom: i32 = 0;

/** Indices in a group of four. */
const FIRST_OF_SIXTEEN: v128 = i8x16(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);

/**
 * Clears the rectangle and draws the sheet into it. A higher coverage of a pixel wins, and the first of equal
 * ones.
 */
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

/** Returns the first line of pixel centres at or after a position. */
function firstAt(place: f64): i32 {
  return i32(Math.ceil(place - 0.5));
}

function toByte(value: f64): u8 {
  return u8(i32(min<f64>(255, max<f64>(0, value))));
}

/**
 * Fractional bits of positions along an edge. The step of an edge for each row is rounded once, so that
 * triangles that share it agree.
 */
const EDGE_BITS: i64 = 32;
const EDGE_ONE: f64 = 4294967296;
/** Added to a position, it gives the whole pixels of `firstAt`. */
const BEFORE_CENTRE: i64 = 0x7fffffff;

function toEdge(value: f64): i64 {
  return i64(value * EDGE_ONE);
}

/**
 * Draws the pixels whose centre is inside. A centre on a shared edge belongs to exactly one of two triangles.
 */
function drawTriangle(a: i32, b: i32, c: i32): void {
  const ax = toX(a);
  const ay = toY(a);
  const bx = toX(b);
  const by = toY(b);
  const cx = toX(c);
  const cy = toY(c);
  const area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay);
  if (!(area * sheetWinding > 0)) return;

  // From the highest corner down: the long edge on one side, the two short edges on the other.
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
  const y = f64(first) + 0.5;
  // An edge starts at its higher end in both triangles that share it, so that they are bit-identical.
  const longSlope = (lowX - highX) / (lowY - highY);
  const isLongLeft = midX > highX + (midY - highY) * longSlope;
  let long = toEdge(highX + (y - highY) * longSlope);
  const longStep = toEdge(longSlope);
  let short: i64 = 0;
  let shortStep: i64 = 0;
  if (first < turn) {
    const slope = (midX - highX) / (midY - highY);
    short = toEdge(highX + (y - highY) * slope);
    shortStep = toEdge(slope);
  }

  // Every attribute is value + x * alongX + y * alongY.
  const perArea = 1 / area;
  const ux = (cy - ay) * perArea;
  const uy = (ax - cx) * perArea;
  const vx = (ay - by) * perArea;
  const vy = (bx - ax) * perArea;
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
  // Most triangles are completely covered and not darkened, so that interpolation is not needed.
  const isEven = cb === 0 && cc === 0 && db === 0 && dc === 0;
  const evenCover = toByte(255 * cover + 0.5);
  const evenDark = toByte(255 * dark + 0.5);
  const coverAlong = cb * ux + cc * vx;
  const darkAlong = db * ux + dc * vx;

  // Source of the first pixel of a row.
  const along = f64x2.replace_lane(f64x2.splat(sxx), 1, syx);
  const down = f64x2.replace_lane(f64x2.splat(sxy), 1, syy);
  let edge = f64x2.replace_lane(f64x2.splat(sxa), 1, sya);
  edge = f64x2.add(edge, f64x2.mul(f64x2.splat(0.5 - ax), along));
  edge = f64x2.add(edge, f64x2.mul(f64x2.splat(y - ay), down));
  const rampX = f32x4.mul(f32x4(0, 1, 2, 3), f32x4.splat(f32(sxx)));
  const rampY = f32x4.mul(f32x4(0, 1, 2, 3), f32x4.splat(f32(syx)));
  const covers = i8x16.splat(i8(evenCover));
  const darks = i8x16.splat(i8(evenDark));

  for (let row = first; row < end; row++) {
    if (row === turn || (row === first && first > turn)) {
      const slope = (lowX - midX) / (lowY - midY);
      short = toEdge(midX + (f64(row) + 0.5 - midY) * slope);
      shortStep = toEdge(slope);
    }
    const left = isLongLeft ? long : short;
    const right = isLongLeft ? short : long;
    const start = max(mapLeft, i32((left + BEFORE_CENTRE) >> EDGE_BITS));
    const stop = min(mapRight, i32((right + BEFORE_CENTRE) >> EDGE_BITS));
    const line = row * mapWidth;
    if (start < stop) {
      let place = f64x2.add(edge, f64x2.mul(f64x2.splat(f64(start)), along));
      if (isEven) {
        // Four pixels at a time. Pixels beyond the last are masked.
        for (let column = start; ; ) {
          const at = line + column;
          const places = f32x4.demote_f64x2_zero(place);
          const own = v128.load32_zero(mapCover + at);
          const wins = v128.and(
            i8x16.lt_u(own, covers),
            i8x16.gt_s(i8x16.splat(i8(min(4, stop - column))), FIRST_OF_SIXTEEN),
          );
          const winsWide = i32x4.extend_low_i16x8_s(i16x8.extend_low_i8x16_s(wins));
          v128.store32_lane(mapCover + at, v128.bitselect(covers, own, wins), 0);
          v128.store32_lane(mapDark + at, v128.bitselect(darks, v128.load32_zero(mapDark + at), wins), 0);
          const x = f32x4.add(f32x4.shuffle(places, places, 0, 0, 0, 0), rampX);
          const y = f32x4.add(f32x4.shuffle(places, places, 1, 1, 1, 1), rampY);
          v128.store(mapX + 4 * at, v128.bitselect(x, v128.load(mapX + 4 * at), winsWide));
          v128.store(mapY + 4 * at, v128.bitselect(y, v128.load(mapY + 4 * at), winsWide));
          column += 4;
          if (column >= stop) break;
          place = f64x2.add(place, f64x2.mul(f64x2.splat(4), along));
        }
      } else {
        const dx = f64(start) + 0.5 - ax;
        const dy = f64(row) + 0.5 - ay;
        let sx = f64x2.extract_lane(place, 0);
        let sy = f64x2.extract_lane(place, 1);
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
    long += longStep;
    short += shortStep;
    edge = f64x2.add(edge, down);
  }
}
