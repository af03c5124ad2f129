import { ARKIT_SHAPES } from '../arkit-shapes.js';
import { type FaceMotion, MOTION_CHANNELS } from './face-motion.js';

/** What live speech tells of a head beside its shapes: radians, and shares of the head's height. */
const HEAD_VALUES = ['headPitch', 'headYaw', 'headRoll', 'headX', 'headY', 'headZ'] as const;
/** What a full breath lifts the head by, as in clips: .7 mm of the 230 mm from chin to crown. */
const BREATH_RISE = 0.0007 / 0.23;
const DEGREES = Math.PI / 180;

/** Names of the values of a frame of live speech, in their order. */
export const LIVE_VALUES: readonly string[] = [...ARKIT_SHAPES, ...HEAD_VALUES];

const YAW = ARKIT_SHAPES.length;
const [PITCH, ROLL, BREATH] = [YAW + 1, YAW + 2, YAW + 3];

/** [frames x LIVE_VALUES.length] of motion in MOTION_CHANNELS. */
export function toLiveValues({
  values: channels,
  frames,
}: Pick<FaceMotion, 'values' | 'frames'>): Float32Array {
  const width = LIVE_VALUES.length;
  const values = new Float32Array(frames * width);
  for (let frame = 0; frame < frames; frame++) {
    const row = channels.subarray(frame * MOTION_CHANNELS, (frame + 1) * MOTION_CHANNELS);
    const at = frame * width;
    values.set(row.subarray(0, YAW), at);
    values.set([row[PITCH]! * DEGREES, row[YAW]! * DEGREES, row[ROLL]! * DEGREES], at + YAW);
    values[at + YAW + 4] = row[BREATH]! * BREATH_RISE;
  }
  return values;
}

/** One frame back, in MOTION_CHANNELS. Where the head is but for its breath has no place in them. */
export function fromLiveValues(values: Float32Array): Float32Array {
  const row = new Float32Array(MOTION_CHANNELS);
  row.set(values.subarray(0, YAW));
  row[PITCH] = values[YAW]! / DEGREES;
  row[YAW] = values[YAW + 1]! / DEGREES;
  row[ROLL] = values[YAW + 2]! / DEGREES;
  row[BREATH] = values[YAW + 4]! / BREATH_RISE;
  return row;
}
