import { smoothStep } from '../mouth/holds.js';

/** Something that rises to a peak and sinks again. Seconds. */
export interface Bump {
  readonly peak: number;
  readonly height: number;
  readonly rise: number;
  readonly fall: number;
}

/** Adds bumps to a channel of a motion, at the middle of each frame. `stride` lies between the frames of `values`. */
export function addBumps(bumps: readonly Bump[], { fps, frames, values, place, stride }: Channel): void {
  for (const { peak, height, rise, fall } of bumps) {
    const first = Math.max(0, Math.ceil((peak - rise) * fps - 0.5));
    const last = Math.min(frames - 1, Math.floor((peak + fall) * fps - 0.5));
    for (let frame = first; frame <= last; frame++) {
      const distance = (frame + 0.5) / fps - peak;
      values[frame * stride + place]! +=
        height * smoothStep(1 - Math.abs(distance) / (distance < 0 ? rise : fall));
    }
  }
}

/** One of the channels of a motion. */
export interface Channel {
  readonly fps: number;
  readonly frames: number;
  readonly values: Float32Array;
  readonly place: number;
  readonly stride: number;
}
