import { BLUE_OF_U, CHROMA_ZERO, GREEN_OF_U, GREEN_OF_V, LUMA_STEPS, LUMA_ZERO, RED_OF_V } from './bt709.js';

/** Luma and chroma, of pixels or of blocks of them; both cover the same area. */
export interface SampledPlanes {
  readonly y: Uint8Array;
  readonly u: Uint8Array;
  readonly v: Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly chromaWidth: number;
  readonly chromaHeight: number;
}

/** Where the centre of the first pixel of a row lies in the luma plane, and how far it is to the next. */
export interface RowStart {
  readonly x: number;
  readonly y: number;
  readonly alongX: number;
  readonly alongY: number;
}

/** Coordinates with 16 bits behind the point, weights of 8 bits. */
const ONE = 65536;
/** Planes with a longer side have no room for these. */
const MAX_SIDE = 32768;
/** Pixels from the edge at which all four neighbours are there, in both planes, and a little more for what rounding does. */
const EDGE = 1.01;

/** One row of a patch, `size` pixels, bilinear; `size` x `size` lie between the red, green and blue of a pixel. */
export function fillPatchRow(
  planes: SampledPlanes,
  row: RowStart,
  size: number,
  out: Float32Array,
  at: number,
): void {
  const { width, height } = planes;
  const across = insideSpan(row.x, row.alongX, width, size);
  const down = insideSpan(row.y, row.alongY, height, size);
  const from = Math.max(across.from, down.from);
  const to = Math.max(from, Math.min(across.to, down.to));
  fillEdge(planes, row, 0, from, size, out, at);
  fillInside(planes, row, from, to, size, out, at);
  fillEdge(planes, row, to, size, size, out, at);
}

/** The columns whose pixel lies at least EDGE inside a plane of this length. */
function insideSpan(
  start: number,
  step: number,
  length: number,
  size: number,
): { readonly from: number; readonly to: number } {
  if (length > MAX_SIDE) return { from: size, to: size };
  const low = EDGE - start;
  const high = length - EDGE - start;
  if (step === 0) return low <= 0 && high >= 0 ? { from: 0, to: size } : { from: size, to: size };
  const first = Math.ceil(Math.min(low / step, high / step));
  const last = Math.floor(Math.max(low / step, high / step));
  if (low > high) return { from: size, to: size };
  const from = Math.min(size, Math.max(0, first));
  return { from, to: Math.max(from, Math.min(size, last + 1)) };
}

/** Columns whose neighbours are all there, in whole numbers: half the time of fractions. */
function fillInside(
  planes: SampledPlanes,
  row: RowStart,
  from: number,
  to: number,
  size: number,
  out: Float32Array,
  rowAt: number,
): void {
  const { y, u, v, width, chromaWidth } = planes;
  const plane = size * size;
  // Local, because the loop would look up what other modules export each time: a third of its time.
  const lumaZero = LUMA_ZERO * ONE;
  const lumaStep = 1 / LUMA_STEPS / ONE;
  const chromaZero = CHROMA_ZERO * ONE;
  const redOfV = RED_OF_V / ONE;
  const greenOfU = GREEN_OF_U / ONE;
  const greenOfV = GREEN_OF_V / ONE;
  const blueOfU = BLUE_OF_U / ONE;
  const chromaScale = (chromaWidth / width) * ONE;
  const stepX = Math.round(row.alongX * ONE);
  const stepY = Math.round(row.alongY * ONE);
  const chromaStepX = Math.round(row.alongX * chromaScale);
  const chromaStepY = Math.round(row.alongY * chromaScale);
  const startX = row.x + from * row.alongX;
  const startY = row.y + from * row.alongY;
  let lumaX = Math.round((startX - 0.5) * ONE);
  let lumaY = Math.round((startY - 0.5) * ONE);
  let chromaX = Math.round(startX * chromaScale - 0.5 * ONE);
  let chromaY = Math.round(startY * chromaScale - 0.5 * ONE);
  for (let at = rowAt + from; at < rowAt + to; at++) {
    // Between columns, then between rows: each time the value grows by 256.
    let right = (lumaX >> 8) & 255;
    let below = (lumaY >> 8) & 255;
    let first = (lumaY >> 16) * width + (lumaX >> 16);
    let second = first + width;
    let upper = (y[first]! << 8) + right * (y[first + 1]! - y[first]!);
    let lower = (y[second]! << 8) + right * (y[second + 1]! - y[second]!);
    const luma = ((upper << 8) + below * (lower - upper) - lumaZero) * lumaStep;

    right = (chromaX >> 8) & 255;
    below = (chromaY >> 8) & 255;
    first = (chromaY >> 16) * chromaWidth + (chromaX >> 16);
    second = first + chromaWidth;
    upper = (u[first]! << 8) + right * (u[first + 1]! - u[first]!);
    lower = (u[second]! << 8) + right * (u[second + 1]! - u[second]!);
    const cb = (upper << 8) + below * (lower - upper) - chromaZero;
    upper = (v[first]! << 8) + right * (v[first + 1]! - v[first]!);
    lower = (v[second]! << 8) + right * (v[second + 1]! - v[second]!);
    const cr = (upper << 8) + below * (lower - upper) - chromaZero;

    out[at] = held(luma + redOfV * cr, 1);
    out[at + plane] = held(luma + greenOfU * cb + greenOfV * cr, 1);
    out[at + 2 * plane] = held(luma + blueOfU * cb, 1);
    lumaX += stepX;
    lumaY += stepY;
    chromaX += chromaStepX;
    chromaY += chromaStepY;
  }
}

/** Columns at the edge or outside: black where their centre lies outside, else with the last pixels repeated. */
function fillEdge(
  planes: SampledPlanes,
  row: RowStart,
  from: number,
  to: number,
  size: number,
  out: Float32Array,
  rowAt: number,
): void {
  const { y, u, v, width, height, chromaWidth, chromaHeight } = planes;
  const chromaScale = chromaWidth / width;
  for (let column = from; column < to; column++) {
    const gx = row.x + column * row.alongX;
    const gy = row.y + column * row.alongY;
    let red = 0;
    let green = 0;
    let blue = 0;
    if (gx >= 0 && gy >= 0 && gx < width && gy < height) {
      const cx = gx * chromaScale;
      const cy = gy * chromaScale;
      const luma = (bilinear(y, width, height, gx, gy) - LUMA_ZERO) / LUMA_STEPS;
      const cb = bilinear(u, chromaWidth, chromaHeight, cx, cy) - CHROMA_ZERO;
      const cr = bilinear(v, chromaWidth, chromaHeight, cx, cy) - CHROMA_ZERO;
      red = held(luma + RED_OF_V * cr, 1);
      green = held(luma + GREEN_OF_U * cb + GREEN_OF_V * cr, 1);
      blue = held(luma + BLUE_OF_U * cb, 1);
    }
    const at = rowAt + column;
    out[at] = red;
    out[at + size * size] = green;
    out[at + 2 * size * size] = blue;
  }
}

/** The value at a place between the centres of four pixels. */
function bilinear(values: Uint8Array, width: number, height: number, atX: number, atY: number): number {
  const x = held(atX - 0.5, width - 1);
  const y = held(atY - 0.5, height - 1);
  const left = Math.floor(x);
  const top = Math.floor(y);
  const right = Math.min(left + 1, width - 1);
  const first = top * width;
  const second = Math.min(top + 1, height - 1) * width;
  const upper = values[first + left]! + (x - left) * (values[first + right]! - values[first + left]!);
  const lower = values[second + left]! + (x - left) * (values[second + right]! - values[second + left]!);
  return upper + (y - top) * (lower - upper);
}

/** `value` between 0 and `most`. */
function held(value: number, most: number): number {
  return value < 0 ? 0 : value > most ? most : value;
}
