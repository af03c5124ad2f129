import { ARKIT_SHAPES } from '../arkit-shapes.js';

/** Pose of a face at one moment. */
export interface FacePose {
  /** A weight for each shape, in the order of ARKIT_SHAPES, 0 to 1. */
  readonly weights: Float32Array;
  /** Degrees. Positive yaw turns to the viewer's right, positive pitch nods down, positive roll tilts to the viewer's right. */
  readonly yaw: number;
  readonly pitch: number;
  readonly roll: number;
  /** -1 (breathed out) to 1 (breathed in). */
  readonly breath: number;
}

/** Motion of a face, frame by frame. */
export interface FaceMotion {
  readonly fps: number;
  readonly frames: number;
  /** [frames x MOTION_CHANNELS]: the weights of a frame, then yaw, pitch, roll, breath. */
  readonly values: Float32Array;
}

export const MOTION_CHANNELS = ARKIT_SHAPES.length + 4;

/** Returns the pose of a frame. Its weights are a view. */
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

const HEAD_VALUES = ['headPitch', 'headYaw', 'headRoll', 'headX', 'headY', 'headZ'] as const;
/**
 * Names of the values that live speech sends: shapes from 0 to 1, radians, shares of the height of the head.
 */
export const LIVE_VALUES = [...ARKIT_SHAPES, ...HEAD_VALUES] as const;

/** Rise of the head with a full breath, as in clips: 0.7 mm of the 230 mm from chin to crown. */
const BREATH_RISE = 0.0007 / 0.23;
const SHAPES = ARKIT_SHAPES.length;
const DEGREE = Math.PI / 180;

/** Converts a pose to LIVE_VALUES. */
export function liveValues({ weights, pitch, yaw, roll, breath }: FacePose): Float32Array {
  const values = new Float32Array(LIVE_VALUES.length);
  values.set(weights);
  values.set([pitch * DEGREE, yaw * DEGREE, roll * DEGREE, 0, breath * BREATH_RISE, 0], SHAPES);
  return values;
}

/** Converts LIVE_VALUES to a pose. Its weights are a view. A rising head breathes in. */
export function livePose(values: Float32Array): FacePose {
  const [pitch = 0, yaw = 0, roll = 0, , y = 0] = values.subarray(SHAPES);
  return {
    weights: values.subarray(0, SHAPES),
    pitch: pitch / DEGREE,
    yaw: yaw / DEGREE,
    roll: roll / DEGREE,
    breath: Math.max(-1, Math.min(1, y / BREATH_RISE)),
  };
}

/** Converts a pose to a frame of `FaceMotion`. */
export function motionRow({ weights, yaw, pitch, roll, breath }: FacePose): Float32Array {
  const row = new Float32Array(MOTION_CHANNELS);
  row.set(weights);
  row.set([yaw, pitch, roll, breath], SHAPES);
  return row;
}
