import { ARKIT_SHAPES } from '../arkit-shapes.js';
import { type FaceMotion, MOTION_CHANNELS } from './face-motion.js';
import { frameMoments } from './frame-moments.js';
import { addLife } from './life/life.js';
import type { Rhythm } from './life/rhythm.js';
import type { MotionOptions } from './motion-options.js';
import type { Hold } from './mouth/holds.js';
import { addMouth, MOUTH_SHAPES } from './mouth/mouth-shapes.js';
import { mouthCurves, type Utterance } from './mouth/utterance.js';
import type { TimeRange } from './time-range.js';

/** Mouth and life of a face that says `utterances`. */
export function faceMotionOf(
  utterances: readonly Utterance[],
  rhythm: Rhythm,
  options: MotionOptions,
): FaceMotion {
  const { fps, frames } = options;
  const motion = { fps, frames, values: new Float32Array(frames * MOTION_CHANNELS) };
  const curves = mouthCurves(utterances);
  const mouth = new Float32Array(MOUTH_SHAPES.length);
  const moments = frameMoments(fps, frames, whatMustBeSeen(utterances));
  for (let frame = 0; frame < frames; frame++) {
    const start = frame * MOTION_CHANNELS;
    curves.at(moments[frame]!, mouth);
    addMouth(mouth, motion.values.subarray(start, start + ARKIT_SHAPES.length));
  }
  addLife(motion, rhythm, options);
  for (let frame = 0; frame < frames; frame++) {
    const start = frame * MOTION_CHANNELS;
    for (let i = start; i < start + ARKIT_SHAPES.length; i++)
      motion.values[i] = Math.min(1, motion.values[i]!);
  }
  return motion;
}

/** Lips that touch, then silence, then lips on teeth, then stressed vowels. */
function whatMustBeSeen(utterances: readonly Utterance[]): TimeRange[][] {
  const holds = utterances.flatMap(({ holds }) => holds);
  const silences = utterances.slice(1).map(({ start }, i) => {
    const middle = (utterances[i]!.end + start) / 2;
    return { start: middle, end: middle };
  });
  const cores = (wanted: (hold: Hold) => boolean) => holds.filter(wanted).flatMap(({ cores }) => cores);
  return [
    cores(({ manner }) => manner === 'lips'),
    silences,
    cores(({ manner }) => manner === 'teeth'),
    cores(({ stress }) => stress > 0),
  ];
}
