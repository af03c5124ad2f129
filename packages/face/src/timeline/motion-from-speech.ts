import type { FaceMotion } from './face-motion.js';
import { faceMotionOf } from './face-motion-of.js';
import { rhythmOf } from './life/rhythm.js';
import type { MotionOptions } from './motion-options.js';
import { utterancesOf } from './mouth/utterance.js';
import type { SpokenTimeline } from './spoken-timeline.js';

/**
 * What a face does while it says something: phonemes become shapes, neighbouring shapes run into each other by dominance, and what must be reached
 * is held: lips that touch, teeth that meet, stressed vowels.
 */
export function motionFromSpeech(timeline: SpokenTimeline, options: MotionOptions): FaceMotion {
  return faceMotionOf(utterancesOf(timeline), rhythmOf(timeline), options);
}
