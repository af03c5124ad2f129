import { type Frame, planesOf } from '@anima/face';

/** Darkens a frame to `gain` (0 black, 1 as it is), in place. Black of limited range is Y 16, U and V 128. */
export function fadePicture(frame: Frame, gain: number): void {
  const { y, u, v } = planesOf(frame);
  scale(y, tableOf(16, gain));
  const chroma = tableOf(128, gain);
  scale(u, chroma);
  scale(v, chroma);
}

/** The gain of a frame in a clip of `frames` that begins and ends in black; of `fadeFrames` 0 in one that does not. */
export function fadeGain(frameIndex: number, frames: number, fadeFrames: number): number {
  if (fadeFrames === 0) return 1;
  const fromEdge = Math.min(frameIndex, frames - 1 - frameIndex);
  return Math.min(1, Math.max(0, fromEdge / fadeFrames));
}

function tableOf(black: number, gain: number): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, value) => Math.round(black + (value - black) * gain));
}

function scale(plane: Uint8Array, table: Uint8Array): void {
  for (let i = 0; i < plane.length; i++) plane[i] = table[plane[i]!]!;
}
