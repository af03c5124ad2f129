import { type FaceMotion, MOTION_CHANNELS, shapeIndex } from '@anima/face';

/**
 * Imitates simple programs for comparison: the jaw opens with the loudness of the audio, from a tenth of the
 * maximum.
 */
export function motionFromLoudness(
  samples: Float32Array,
  sampleRate: number,
  { fps, frames }: { fps: number; frames: number },
): FaceMotion {
  const levels = Float32Array.from({ length: frames }, (_, frame) => {
    const part = samples.subarray((frame * sampleRate) / fps, ((frame + 1) * sampleRate) / fps);
    return part.length === 0 ? 0 : Math.sqrt(part.reduce((sum, x) => sum + x * x, 0) / part.length);
  });
  const loudest = levels.toSorted()[Math.floor(0.95 * frames)]!;
  const values = new Float32Array(frames * MOTION_CHANNELS);
  for (let frame = 0; frame < frames; frame++) {
    const share = Math.min(1, levels[frame]! / Math.max(1e-9, loudest));
    values[frame * MOTION_CHANNELS + shapeIndex.jawOpen] = 0.6 * Math.max(0, (share - 0.1) / 0.9);
  }
  return { fps, frames, values };
}
