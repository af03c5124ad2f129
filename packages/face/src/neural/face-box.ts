import type { Affine } from '../image/affine.js';
import { faceFrameOf } from '../tracking/face-frame.js';
import type { FaceTrack } from '../tracking/face-track.js';

/** An upright rectangle around a face, in pixels inside the frame. */
export interface FaceBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The box of the face in each frame of a track; null for frames without a face. */
export interface FaceBoxes {
  at(frame: number): FaceBox | null;
}

/**
 * Extension of the box downwards as a share of the height of the face: `--pads 0 10 0 0` of Wav2Lip, 10
 * pixels for faces of about 200. The points reach from the upper forehead to the chin and from ear to ear, as
 * the boxes of the detector in its training (S3FD).
 */
const PAD_BELOW = 0.05;
/**
 * Frames on each side in the mean of the position: 5 in total, as in get_smoothened_boxes of inference.py.
 */
const PLACE_REACH = 2;
/**
 * Frames on each side in the mean of the extent in units of the face. The extent changes no faster than a
 * head turns, so that speech does not change it.
 */
const EXTENT_REACH = 12;

/** x and y of the origin of the face and its scale; then the distances to the sides of the box, in scales. */
const PLACE = [0, 1, 2];
const EXTENT = [3, 4, 5, 6];
const MEASURES = PLACE.length + EXTENT.length;

/** Reads the track once. Stores 28 bytes for each frame. */
export function steadyBoxes(track: FaceTrack): FaceBoxes {
  const { frames } = track;
  const measures = new Float32Array(frames * MEASURES);
  const seen = new Uint8Array(frames);
  for (let frame = 0; frame < frames; frame++) {
    const face = track.at(frame);
    if (face === null) continue;
    seen[frame] = 1;
    measures.set(measureBox(face.points), frame * MEASURES);
  }
  const cuts = new Set(track.cuts);
  /**
   * Returns the number of consecutive frames before and after this frame with the same face, up to `most`.
   */
  const before = (frame: number, most: number): number => {
    let count = 0;
    while (count < most && seen[frame - count - 1] === 1 && !cuts.has(frame - count)) count++;
    return count;
  };
  const after = (frame: number, most: number): number => {
    let count = 0;
    while (count < most && seen[frame + count + 1] === 1 && !cuts.has(frame + count + 1)) count++;
    return count;
  };
  const mean = (measure: number, first: number, last: number): number => {
    let sum = 0;
    for (let frame = first; frame <= last; frame++) sum += measures[frame * MEASURES + measure]!;
    return sum / (last - first + 1);
  };
  return {
    at: (frame) => {
      if (seen[frame] !== 1) return null;
      // The same number on both sides: the mean of an even motion is at the face.
      const near = Math.min(before(frame, PLACE_REACH), after(frame, PLACE_REACH));
      const first = frame - before(frame, EXTENT_REACH);
      const last = frame + after(frame, EXTENT_REACH);
      return boxOf(
        [
          ...PLACE.map((measure) => mean(measure, frame - near, frame + near)),
          ...EXTENT.map((measure) => mean(measure, first, last)),
        ],
        track,
      );
    },
  };
}

/** Returns the box of a face in a still image, or null if it is outside. `points` as in TrackedFace. */
export function boxOfFace(
  points: Float32Array,
  picture: { readonly width: number; readonly height: number },
): FaceBox | null {
  return boxOf(measureBox(points), picture);
}

/** Returns the transform from a patch of `size` x `size` pixels of the box to the frame. */
export function boxToFrame({ x, y, width, height }: FaceBox, size: number): Affine {
  return { a: width / size, b: 0, c: x, d: 0, e: height / size, f: y };
}

function measureBox(points: Float32Array): number[] {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let at = 0; at < points.length; at += 3) {
    left = Math.min(left, points[at]!);
    right = Math.max(right, points[at]!);
    top = Math.min(top, points[at + 1]!);
    bottom = Math.max(bottom, points[at + 1]!);
  }
  bottom += PAD_BELOW * (bottom - top);
  const { origin, scale } = faceFrameOf(points);
  const [x, y] = origin;
  return [x, y, scale, (left - x) / scale, (top - y) / scale, (right - x) / scale, (bottom - y) / scale];
}

/** Clips a box to the image, as inference.py does. Returns null if no part of it is inside. */
function boxOf(
  measures: readonly number[],
  picture: { readonly width: number; readonly height: number },
): FaceBox | null {
  const [originX, originY, scale, toLeft, toTop, toRight, toBottom] = measures as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const x = Math.max(0, originX + scale * toLeft);
  const y = Math.max(0, originY + scale * toTop);
  const width = Math.min(picture.width, originX + scale * toRight) - x;
  const height = Math.min(picture.height, originY + scale * toBottom) - y;
  return width >= 1 && height >= 1 ? { x, y, width, height } : null;
}
