import { type Affine, areaScale } from './affine.js';
import { type Frame, planesOf } from './frame.js';
import { fillPatchRow, type SampledPlanes } from './patch-row.js';

/** A rectangle of a plane in units of blocks. */
export interface BlockArea {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** 4 x 4 pixels of a large block are read. More change the mean of a natural image little. */
const READS_A_SIDE = 4;

/** Returns the mean of each block of `block` x `block` pixels (a power of two) in `area`. */
function shrinkPlane(
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

/** Writes the means of `count` adjacent blocks of 2 x 2. */
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

/** Writes the means of `count` adjacent larger blocks. */
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

/** Returns the mean of one block, in which the plane may end. */
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

/**
 * Samples a square of a frame in the format of networks: [3 x size x size] R, G, B in 0 to 1, in consecutive
 * planes, written to `out`. `toFrame` transforms the patch (0 to size) to the frame. Pixels outside the frame
 * are black. Sampling is bilinear; reductions by 2 or more average blocks first.
 */
export function sampleRgbPatch(frame: Frame, toFrame: Affine, size: number, out: Float32Array): void {
  if (out.length !== 3 * size * size)
    throw new RangeError(`Expected ${3 * size * size} values for a patch of ${size}, received ${out.length}`);
  const block = blockFor(toFrame);
  if (block === 1) {
    const { width, height } = frame;
    const planes = {
      ...planesOf(frame),
      width,
      height,
      chromaWidth: width / 2,
      chromaHeight: height / 2,
    };
    fillPatch(planes, toFrame, size, out);
    return;
  }
  const area = blocksUnder(frame, toFrame, size, block);
  if (area.width === 0 || area.height === 0) {
    out.fill(0);
    return;
  }
  const { a, b, c, d, e, f } = toFrame;
  const toBlocks = {
    a: a / block,
    b: b / block,
    c: c / block - area.x,
    d: d / block,
    e: e / block,
    f: f / block - area.y,
  };
  fillPatch(shrunkPlanes(frame, area, block), toBlocks, size, out);
}

/** Returns the side of averaged blocks: the largest power of two with a block for each patch pixel. */
function blockFor(toFrame: Affine): number {
  const shrink = Math.sqrt(Math.abs(areaScale(toFrame)));
  return shrink < 2 ? 1 : 2 ** Math.floor(Math.log2(shrink));
}

/** Returns the blocks of the frame that the patch touches, plus a border of one block. */
function blocksUnder(
  { width, height }: Frame,
  { a, b, c, d, e, f }: Affine,
  size: number,
  block: number,
): BlockArea {
  const range = (start: number, alongX: number, alongY: number, length: number): [number, number] => {
    const low = start + size * (Math.min(0, alongX) + Math.min(0, alongY));
    const high = start + size * (Math.max(0, alongX) + Math.max(0, alongY));
    const first = Math.max(0, Math.floor(low / block) - 1);
    const end = Math.min(Math.ceil(length / block), Math.ceil(high / block) + 1);
    return [first, Math.max(0, end - first)];
  };
  const [x, across] = range(c, a, b, width);
  const [y, down] = range(f, d, e, height);
  return { x, y, width: across, height: down };
}

/** Averages luma and chroma of the same blocks. */
function shrunkPlanes(frame: Frame, area: BlockArea, block: number): SampledPlanes {
  const { y, u, v } = planesOf(frame);
  const { width, height } = frame;
  const chroma = (plane: Uint8Array): Uint8Array =>
    shrinkPlane(plane, width / 2, height / 2, area, block / 2);
  return {
    y: shrinkPlane(y, width, height, area, block),
    u: chroma(u),
    v: chroma(v),
    width: area.width,
    height: area.height,
    chromaWidth: area.width,
    chromaHeight: area.height,
  };
}

function fillPatch(
  planes: SampledPlanes,
  { a, b, c, d, e, f }: Affine,
  size: number,
  out: Float32Array,
): void {
  for (let row = 0; row < size; row++) {
    const x = a * 0.5 + b * (row + 0.5) + c;
    const y = d * 0.5 + e * (row + 0.5) + f;
    fillPatchRow(planes, { x, y, alongX: a, alongY: d }, size, out, row * size);
  }
}
