import { type Affine, applyAffine } from '../picture/affine.js';
import { type AssembledMemory, assembled, PAGE_BYTES } from '../web-assembly.js';
import { CUBIC } from './cubic-table.js';
import type { LineTaps } from './line-taps.js';
import { PATCH_PLANES_WASM } from './patch-planes.wasm.js';

interface Exports extends AssembledMemory {
  samplePlane(...args: number[]): void;
  layPlane(...args: number[]): void;
  resamplePlane(...args: number[]): void;
}

const ALIGNMENT = 16;

/** Memory for one call: what it works on is copied in, in turn, and what it made is copied out. */
interface Workspace {
  readonly exports: Exports;
  /** Forgets what was copied in, and makes sure of room for so many bytes in so many arrays. */
  begin(bytes: number, arrays: number): void;
  /** The address of a copy. */
  put(values: Uint8Array | Int32Array | Float32Array): number;
  /** The address of room that holds nothing yet. */
  room(bytes: number): number;
  take(address: number, into: Uint8Array | Float32Array): void;
}

const instantiate = assembled<Exports>(PATCH_PLANES_WASM, 'restoration of planes');
let shared: { readonly workspace: Workspace; readonly cubic: number } | undefined;

/** Calls do not overlap: one for all of a thread. */
function open(): { readonly workspace: Workspace; readonly cubic: number } {
  if (shared !== undefined) return shared;
  const exports = instantiate();
  const { memory } = exports;
  const cubic = aligned(exports.heapBase());
  const start = aligned(cubic + CUBIC.byteLength);
  let free = start;
  let bytes = new Uint8Array(memory.buffer);

  const reserve = (end: number): void => {
    if (end > bytes.length) memory.grow(Math.ceil((end - bytes.length) / PAGE_BYTES));
    bytes = new Uint8Array(memory.buffer);
  };
  const room = (length: number): number => {
    const address = free;
    free = aligned(free + length);
    return address;
  };
  reserve(start);
  bytes.set(bytesOf(CUBIC), cubic);
  const workspace: Workspace = {
    exports,
    begin: (length, arrays) => {
      free = start;
      reserve(start + length + (arrays + 1) * ALIGNMENT);
    },
    room,
    put: (values) => {
      const address = room(values.byteLength);
      bytes.set(bytesOf(values), address);
      return address;
    },
    take: (address, into) => bytesOf(into).set(bytes.subarray(address, address + into.byteLength)),
  };
  shared = { workspace, cubic };
  return shared;
}

/** Bicubic: what of a plane lies under a patch [side x side], whose pixels `toPlane` takes to the plane's. */
export function samplePlane(
  values: Uint8Array,
  width: number,
  height: number,
  toPlane: Affine,
  side: number,
  out: Float32Array,
): void {
  const { workspace, cubic } = open();
  const { low, high } = rowsUnder(toPlane, side);
  // Those that are repeated beyond the edge among them.
  const first = Math.max(0, Math.min(height - 1, low - 2));
  const end = Math.max(first + 1, Math.min(height, high + 3));
  workspace.begin((end - first) * width + out.byteLength, 2);
  const plane = workspace.put(values.subarray(first * width, end * width));
  const to = workspace.room(out.byteLength);
  const { a, b, c, d, e, f } = toPlane;
  workspace.exports.samplePlane(plane - first * width, width, height, a, b, c, d, e, f, side, to, cubic);
  workspace.take(to, out);
}

/**
 * Adds a patch [side x side] to a plane, bicubic, and takes away `share` of what is there by `covers`; where nothing of the four pixels
 * around is covered, a byte stays. `toPatch` takes pixels of the plane to those of the patch, `toPlane` back.
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
  const { workspace, cubic } = open();
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
  workspace.exports.layPlane(start, width, ...box, a, b, c, d, e, f, own, cover, share, side, cubic);
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
  const { workspace } = open();
  const line = 4 * (fromSide + 2 * taps + 4);
  workspace.begin(from.byteLength + to.byteLength + first.byteLength + weights.byteLength + line, 5);
  const plane = workspace.put(from);
  const made = workspace.room(to.byteLength);
  const [starts, shares] = [workspace.put(first), workspace.put(weights)];
  workspace.exports.resamplePlane(plane, fromSide, made, toSide, starts, shares, taps, workspace.room(line));
  workspace.take(made, to);
}

/** Whole pixels of a plane that a patch touches. */
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

function bytesOf({ buffer, byteOffset, byteLength }: Uint8Array | Int32Array | Float32Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

function aligned(address: number): number {
  return Math.ceil(address / ALIGNMENT) * ALIGNMENT;
}
