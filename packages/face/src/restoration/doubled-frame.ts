import { type Frame, planesOf } from '../image/frame.js';
import { type AssembledMemory, assembled, openedOnce } from '../web-assembly.js';
import { LOBES, lanczos } from './line-taps.js';

/** assembly/doubled-plane.ts. Addresses are bytes of its memory. */
interface Exports extends AssembledMemory {
  doublePlane(...args: number[]): void;
}

/** Doubles the width and height of planes of bytes. */
export type PlaneDoubler = (from: Uint8Array, to: Uint8Array) => void;

const TAPS = 2 * LOBES;
/** Rows of the ring at full width, bytes written beyond a row, and padding samples of a row. */
const RING = 8;
const BEYOND = 64;
const ROW_PADDING = 3 * LOBES + 4;

const open = openedOnce(assembled<Exports>('doubled-plane'));

/**
 * Lanczos filter with three lobes, columns of a row first, then rows. Beyond the edge the last samples are
 * repeated. For a factor of two, new samples are a quarter to the left and to the right of an old sample, so
 * two sets of six weights suffice. `shift`, in samples of `from` and below a quarter, moves all samples to
 * the right.
 */
function createPlaneDoubler(width: number, height: number, shift: number): PlaneDoubler {
  const places = [-0.25 - shift, 0.25 - shift, -0.25, 0.25];
  const weights = Float32Array.from(places.flatMap(weightsAt));
  // Samples are computed in groups of four.
  const stride = 4 * Math.ceil(width / 2);
  const made = 2 * height * stride;
  const ringBytes = RING * (8 * width + BEYOND);
  const paddedBytes = 4 * (width + ROW_PADDING);
  return (from, to) => {
    const { exports, workspace } = open();
    workspace.begin(from.length + made + weights.byteLength + ringBytes + paddedBytes, 5);
    const plane = workspace.put(from);
    const own = workspace.put(weights);
    const [ring, padded] = [workspace.room(ringBytes), workspace.room(paddedBytes)];
    const out = workspace.room(made);
    exports.doublePlane(plane, width, height, out, stride, own, ring, padded);
    if (stride === 2 * width) workspace.take(out, to);
    else
      for (let row = 0; row < 2 * height; row++)
        workspace.take(out + row * stride, to.subarray(2 * row * width, 2 * (row + 1) * width));
  };
}

/**
 * Returns the weights of six neighbours for a position next to one of them: the fourth if the position is
 * before it, else the third. Their sum is 1.
 */
function weightsAt(place: number): number[] {
  const first = place < 0 ? -LOBES : 1 - LOBES;
  const weights = Array.from({ length: TAPS }, (_, i) => lanczos(place - first - i));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => weight / total);
}

/** Position of a chroma sample among its four pixels: on the left in H.264, in the middle in a JPEG. */
export type ChromaSiting = 'left' | 'centre';

/** Shift in chroma samples: left siting puts a doubled sample a quarter of a pixel farther left. */
const LEFT_SHIFT = -0.125;

/** Returns a function that fills `into` with a frame of twice the width and height. */
export function createFrameDoubler(
  width: number,
  height: number,
  siting: ChromaSiting,
): (frame: Frame, into: Frame) => void {
  const luma = createPlaneDoubler(width, height, 0);
  const chroma = createPlaneDoubler(width / 2, height / 2, siting === 'left' ? LEFT_SHIFT : 0);
  return (frame, into) => {
    const from = planesOf(frame);
    const to = planesOf(into);
    luma(from.y, to.y);
    chroma(from.u, to.u);
    chroma(from.v, to.v);
  };
}
