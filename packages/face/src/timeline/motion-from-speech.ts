import type { FaceMotion } from './face-motion.js';
import type { MotionOptions } from './motion-options.js';
import { createMotionStream } from './motion-stream.js';
import type { SpokenTimeline } from './spoken-timeline.js';

/** What a face does while it says something that is known as a whole. */
export function motionFromSpeech(timeline: SpokenTimeline, options: MotionOptions): FaceMotion {
  return createMotionStream(options).end(timeline, options.frames);
}
