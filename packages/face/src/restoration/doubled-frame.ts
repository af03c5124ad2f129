import { type Frame, planesOf } from '../image/frame.js';
import { createPlaneDoubler } from './doubled-plane.js';

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
