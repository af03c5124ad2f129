import { type Affine, applyAffine } from '../image/affine.js';
import { type AssembledMemory, assembled, openedOnce } from '../web-assembly.js';
import { CUBIC, type LineTaps, lanczosTaps } from './line-taps.js';

interface Exports extends AssembledMemory {
  samplePlane(...args: number[]): void;
  layPlane(...args: number[]): void;
  resamplePlane(...args: number[]): void;
}

const open = openedOnce(assembled<Exports>('patch-planes'), [CUBIC]);

/** Samples a plane below a patch [side x side], bicubic. `toPlane` transforms patch pixels to it. */
export function samplePlane(
  values: Uint8Array,
  width: number,
  height: number,
  toPlane: Affine,
  side: number,
  out: Float32Array,
): void {
  const { exports, workspace, tableAddresses: kept } = open();
  const { low, high } = rowsUnder(toPlane, side);
  // Includes rows that are repeated beyond the edge.
  const first = Math.max(0, Math.min(height - 1, low - 2));
  const end = Math.max(first + 1, Math.min(height, high + 3));
  workspace.begin((end - first) * width + out.byteLength, 2);
  const plane = workspace.put(values.subarray(first * width, end * width));
  const to = workspace.room(out.byteLength);
  const { a, b, c, d, e, f } = toPlane;
  exports.samplePlane(plane - first * width, width, height, a, b, c, d, e, f, side, to, kept[0]!);
  workspace.take(to, out);
}

/**
 * Adds a patch [side x side] to a plane, bicubic, and subtracts `share` of the plane by `covers`. A byte
 * stays unchanged if none of the four surrounding pixels is covered. `toPatch` transforms pixels of the plane
 * to the patch, `toPlane` is the inverse.
 */
export function layPlane(
  bytes: Uint8Array,
  width: number,
  height: number,
  toPatch: Affine,
  toPlane: Affine,
  values: Float32Array,
  covers: Float32Array,
  share: number,
  side: number,
): void {
  const { exports, workspace, tableAddresses: kept } = open();
  const { low, high, left, right } = rowsUnder(toPlane, side);
  const [first, end] = [Math.max(0, left), Math.min(width, right)];
  const [firstRow, endRow] = [Math.max(0, low), Math.min(height, high)];
  if (first >= end || firstRow >= endRow) return;
  const rows = bytes.subarray(firstRow * width, endRow * width);
  workspace.begin(rows.length + values.byteLength + covers.byteLength, 3);
  const plane = workspace.put(rows);
  const [own, cover] = [workspace.put(values), workspace.put(covers)];
  const { a, b, c, d, e, f } = toPatch;
  const box = [first, end, firstRow, endRow];
  const start = plane - firstRow * width;
  exports.layPlane(start, width, ...box, a, b, c, d, e, f, own, cover, share, side, kept[0]!);
  workspace.take(plane, rows);
}

/** See createPlaneResampler; `taps.taps` is a multiple of four. */
export function resamplePlane(
  from: Float32Array,
  fromSide: number,
  to: Float32Array,
  toSide: number,
  { taps, first, weights }: LineTaps,
): void {
  const { exports, workspace } = open();
  const line = 4 * (fromSide + 2 * taps + 4);
  workspace.begin(from.byteLength + to.byteLength + first.byteLength + weights.byteLength + line, 5);
  const plane = workspace.put(from);
  const made = workspace.room(to.byteLength);
  const [starts, shares] = [workspace.put(first), workspace.put(weights)];
  exports.resamplePlane(plane, fromSide, made, toSide, starts, shares, taps, workspace.room(line));
  workspace.take(made, to);
}

/** Returns the whole pixels of a plane that a patch touches. */
function rowsUnder(
  toPlane: Affine,
  side: number,
): { readonly low: number; readonly high: number; readonly left: number; readonly right: number } {
  const corners = [0, side].flatMap((x) => [0, side].map((y) => applyAffine(toPlane, { x, y })));
  const xs = corners.map(({ x }) => x);
  const ys = corners.map(({ y }) => y);
  return {
    low: Math.floor(Math.min(...ys)),
    high: Math.ceil(Math.max(...ys)),
    left: Math.floor(Math.min(...xs)),
    right: Math.ceil(Math.max(...xs)),
  };
}

/** Resamples square planes from [fromSide x fromSide] to [toSide x toSide]. Both must be different arrays. */
export type PlaneResampler = (from: Float32Array, to: Float32Array) => void;

/**
 * Lanczos filter with three lobes, rows of a column first, then columns. The edges of both planes coincide.
 * The filter widens for shrinking, so that no aliasing occurs. Beyond the edge the last samples are repeated.
 */
export function createPlaneResampler(fromSide: number, toSide: number): PlaneResampler {
  const taps = lanczosTaps(fromSide, toSide);
  return (from, to) => resamplePlane(from, fromSide, to, toSide, taps);
}
