import { ARKIT_SHAPES } from '../arkit-shapes.js';

/** What a face does at one moment. */
export interface FacePose {
  /** One weight a shape, in the order of ARKIT_SHAPES, 0 to 1. */
  readonly weights: Float32Array;
  /** Degrees. Positive yaw turns to the viewer's right, positive pitch nods down, positive roll tilts to the viewer's right. */
  readonly yaw: number;
  readonly pitch: number;
  readonly roll: number;
  /** -1 (breathed out) to 1 (breathed in). */
  readonly breath: number;
}

/** What a face does over time, frame by frame. */
export interface FaceMotion {
  readonly fps: number;
  readonly frames: number;
  /** [frames x MOTION_CHANNELS]: the weights of a frame, then yaw, pitch, roll, breath. */
  readonly values: Float32Array;
}

export const MOTION_CHANNELS = ARKIT_SHAPES.length + 4;

/** The pose of a frame; its weights are a view. */
export function poseAt({ values, frames }: FaceMotion, frame: number): FacePose {
  if (!(frame >= 0 && frame < frames))
    throw new RangeError(`Expected a frame from 0 to ${frames - 1}, received ${frame}`);
  const start = frame * MOTION_CHANNELS;
  const rest = start + ARKIT_SHAPES.length;
  return {
    weights: values.subarray(start, rest),
    yaw: values[rest]!,
    pitch: values[rest + 1]!,
    roll: values[rest + 2]!,
    breath: values[rest + 3]!,
  };
}
