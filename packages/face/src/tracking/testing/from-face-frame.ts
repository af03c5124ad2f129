import type { FaceFrame } from '../face-frame.js';

/** Inverts `toFaceFrame`. */
export function fromFaceFrame(points: Float32Array, frame: FaceFrame, out: Float32Array): void {
  const { origin, scale, ax, ay, az } = frame;
  for (let at = 0; at < points.length; at += 3) {
    const x = points[at]! * scale;
    const y = points[at + 1]! * scale;
    const z = points[at + 2]! * scale;
    for (let axis = 0; axis < 3; axis++)
      out[at + axis] = origin[axis]! + x * ax[axis]! + y * ay[axis]! + z * az[axis]!;
  }
}
