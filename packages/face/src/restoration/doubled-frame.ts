import { type Frame, planesOf } from '../image/frame.js';
import { type AssembledMemory, assembled, openedOnce } from '../web-assembly.js';
import { LOBES, lanczos } from './line-taps.js';

/** assembly/doubled-plane.ts. Addresses are bytes of its memory. */
interface Exports extends AssembledMemory {
  doublePlane(
    from: number,
    width: number,
    height: number,
    to: number,
    stride: number,
    weights: number,
    ring: number,
    padded: number,
  ): void;
}

/** Makes planes of bytes twice as wide and high. */
export type PlaneDoubler = (from: Uint8Array, to: Uint8Array) => void;

const TAPS = 2 * LOBES;
/** Rows that the module keeps at full width, and bytes that it writes beyond one; samples beside a row. */
const RING = 8;
const BEYOND = 64;
const BESIDE = 3 * LOBES + 4;

const open = openedOnce(assembled<Exports>('doubled-plane'));

/**
 * Lanczos of three lobes, columns of a row first, then rows; beyond the edge the last samples are repeated. Where everything
 * doubles, samples lie a quarter to the left and to the right of one that was there: two sets of six weights do. `shift`, in
 * samples of `from`, moves all to the right; it is under a quarter.
 */
export function createPlaneDoubler(width: number, height: number, shift: number): PlaneDoubler {
  const places = [-0.25 - shift, 0.25 - shift, -0.25, 0.25];
  const weights = Float32Array.from(places.flatMap(weightsAt));
  // Samples are made by fours.
  const stride = 4 * Math.ceil(width / 2);
  const made = 2 * height * stride;
  const ringBytes = RING * (8 * width + BEYOND);
  const paddedBytes = 4 * (width + BESIDE);
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

/** Of six neighbours for a place beside one of them: the fourth when the place lies before it, else the third. They add up to 1. */
function weightsAt(place: number): number[] {
  const first = place < 0 ? -LOBES : 1 - LOBES;
  const weights = Array.from({ length: TAPS }, (_, i) => lanczos(place - first - i));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => weight / total);
}

/** Where a sample of colour lies among its four pixels: in H.264 between the two on the left, in a JPEG in the middle. */
export type ChromaSiting = 'left' | 'centre';

/** In samples of colour: one that lies at the left pixel of its pair lies at the left of two pairs, a quarter pixel further left. */
const LEFT_SHIFT = -0.125;

/** Makes frames of twice the width and height: `into`, all of it. */
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
