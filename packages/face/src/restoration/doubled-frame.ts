import { type Frame, planesOf } from '../picture/frame.js';
import { createPlaneResampler } from './resampled-plane.js';

/** Where a sample of colour lies among its four pixels: in H.264 between the two on the left, in a JPEG in the middle. */
export type ChromaSiting = 'left' | 'centre';

/** In samples of colour: a sample on the left edge of the pair stays there when the pair becomes two. */
const LEFT_SHIFT = -0.125;

/** Makes frames of twice the width and height: `into`, all of it. */
export function createFrameDoubler(
  width: number,
  height: number,
  siting: ChromaSiting,
): (frame: Frame, into: Frame) => void {
  const luma = createPlaneResampler({
    fromWidth: width,
    fromHeight: height,
    toWidth: 2 * width,
    toHeight: 2 * height,
  });
  const chroma = createPlaneResampler({
    fromWidth: width / 2,
    fromHeight: height / 2,
    toWidth: width,
    toHeight: height,
    shiftX: siting === 'left' ? LEFT_SHIFT : 0,
  });
  return (frame, into) => {
    const from = planesOf(frame);
    const to = planesOf(into);
    luma.resample(from.y, clamped(to.y));
    chroma.resample(from.u, clamped(to.u));
    chroma.resample(from.v, clamped(to.v));
  };
}

/** The same bytes; what is written is rounded and held. */
function clamped(bytes: Uint8Array): Uint8ClampedArray {
  return new Uint8ClampedArray(bytes.buffer, bytes.byteOffset, bytes.length);
}
