import { ARKIT_SHAPES } from '../arkit-shapes.js';
import { type FacePose, MOTION_CHANNELS } from './face-motion.js';

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
