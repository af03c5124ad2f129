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

const HEAD_VALUES = ['headPitch', 'headYaw', 'headRoll', 'headX', 'headY', 'headZ'] as const;
/** Names of the values that live speech moves a face by: shapes from 0 to 1, radians, shares of the head's height. */
export const LIVE_VALUES = [...ARKIT_SHAPES, ...HEAD_VALUES] as const;

/** What a full breath lifts the head by, as in clips: .7 mm of the 230 mm from chin to crown. */
const BREATH_RISE = 0.0007 / 0.23;
const SHAPES = ARKIT_SHAPES.length;
const DEGREE = Math.PI / 180;

/** The values of LIVE_VALUES that show a pose. */
export function liveValues({ weights, pitch, yaw, roll, breath }: FacePose): Float32Array {
  const values = new Float32Array(LIVE_VALUES.length);
  values.set(weights);
  values.set([pitch * DEGREE, yaw * DEGREE, roll * DEGREE, 0, breath * BREATH_RISE, 0], SHAPES);
  return values;
}

/** The pose that values of LIVE_VALUES show; its weights are a view. A head that rises breathes in. */
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

/** A pose as a frame of `FaceMotion`. */
export function motionRow({ weights, yaw, pitch, roll, breath }: FacePose): Float32Array {
  const row = new Float32Array(MOTION_CHANNELS);
  row.set(weights);
  row.set([yaw, pitch, roll, breath], SHAPES);
  return row;
}
