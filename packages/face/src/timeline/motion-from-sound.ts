import { createMouthListener } from './audio/mouth-listener.js';
import type { MouthTrack } from './audio/mouth-track.js';
import { rhythmOfTrack, utterancesOfTrack } from './audio/utterances-of-track.js';
import type { FaceMotion } from './face-motion.js';
import { createPoses, type MotionOptions } from './poses.js';

/**
 * What a face does while it says something that nobody has written down: mono sound at any rate in Hz, any voice, any loudness. Mouth
 * shapes come from the sound itself; it cannot tell all that a text can.
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

/** The same for sound that was heard piece by piece. */
export function motionFromTrack(track: MouthTrack, options: MotionOptions): FaceMotion {
  const utterances = utterancesOfTrack(track);
  const poses = createPoses(options);
  poses.hear({ utterances, rhythm: rhythmOfTrack(track, utterances) });
  return poses.make(options.frames, true);
}
