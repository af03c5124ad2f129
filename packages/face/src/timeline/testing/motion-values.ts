import { ARKIT_SHAPES, type ArkitShape, shapeIndex } from '../../arkit-shapes.js';
import { type FaceMotion, MOTION_CHANNELS } from '../face-motion.js';

export type Channel = ArkitShape | 'yaw' | 'pitch' | 'roll' | 'breath';

export const CHANNELS: readonly Channel[] = [...ARKIT_SHAPES, 'yaw', 'pitch', 'roll', 'breath'];

export function weight({ values }: FaceMotion, frame: number, shape: ArkitShape): number {
  return values[frame * MOTION_CHANNELS + shapeIndex[shape]]!;
}

/** A channel of a motion, frame by frame. */
export function channelOf({ values, frames }: FaceMotion, channel: Channel): number[] {
  const place = CHANNELS.indexOf(channel);
  return Array.from({ length: frames }, (_, frame) => values[frame * MOTION_CHANNELS + place]!);
}

/** The jaw curve: how far the lips are apart. */
export function opening(motion: FaceMotion, frame: number): number {
  return weight(motion, frame, 'jawOpen') - weight(motion, frame, 'mouthClose');
}

export function isSealed(motion: FaceMotion, frame: number): boolean {
  return (
    opening(motion, frame) < 0.01 &&
    (['mouthFunnel', 'mouthUpperUpLeft', 'mouthLowerDownRight', 'tongueOut'] as const).every(
      (shape) => weight(motion, frame, shape) < 0.01,
    )
  );
}

/** Frames of which some of the time lies between two moments. */
export function framesOf({ fps, frames }: FaceMotion, start: number, end: number): number[] {
  const first = Math.floor(start * fps + 1e-9);
  const last = Math.min(frames - 1, Math.ceil(end * fps - 1e-9) - 1);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => first + i);
}

/** Joins motions. */
export function inOne(motions: readonly FaceMotion[]): FaceMotion {
  const frames = motions.reduce((sum, motion) => sum + motion.frames, 0);
  const values = new Float32Array(frames * MOTION_CHANNELS);
  let at = 0;
  for (const motion of motions) {
    values.set(motion.values, at);
    at += motion.values.length;
  }
  return { fps: motions[0]!.fps, frames, values };
}
