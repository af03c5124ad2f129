import { createMouthListener } from './audio/mouth-listener.js';
import type { MouthTrack } from './audio/mouth-track.js';
import { rhythmOfTrack, utterancesOfTrack } from './audio/utterances-of-track.js';
import type { FaceMotion } from './face-motion.js';
import { createPoses, type MotionOptions } from './poses.js';

/**
 * Computes the motion of a face from speech without a transcript: mono audio at any rate in Hz, any voice,
 * any loudness. The mouth shapes come from the audio and are less exact than those from text.
 */
export function motionFromSound(
  samples: Float32Array,
  sampleRate: number,
  options: MotionOptions,
): FaceMotion {
  const listener = createMouthListener(sampleRate);
  listener.push(samples);
  return motionFromTrack(listener.finish(), options);
}

/** Computes the motion from a track of audio that arrived in pieces. */
export function motionFromTrack(track: MouthTrack, options: MotionOptions): FaceMotion {
  const utterances = utterancesOfTrack(track);
  const poses = createPoses(options);
  poses.hear({ utterances, rhythm: rhythmOfTrack(track, utterances) });
  return poses.make(options.frames, true);
}
