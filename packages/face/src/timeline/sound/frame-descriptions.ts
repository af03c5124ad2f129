import { createHearing, FEATURES } from './hearing.js';
import { BANDS, createSoundFrames, FRAME_RATE, type SoundFrame } from './sound-frames.js';

/** Frames beside a frame that tell what it is, in hundredths of a second. */
const CONTEXT = [-18, -13, -9, -6, -4, -2, -1, 0, 1, 2, 4, 6, 9, 13, 18] as const;
/** What a network is told of a frame: the features of all of CONTEXT. */
export const INPUTS = CONTEXT.length * FEATURES;

const BEFORE = -CONTEXT[0];
/** Frames that the hearing knows in advance. */
const AHEAD = FRAME_RATE;
const HELD = BEFORE + AHEAD + 1;

/** `description` and `frame` are valid until the next; `clarity` in decibels over what is behind the speaker. */
export type OnDescription = (description: Float32Array, frame: SoundFrame, clarity: number) => void;

export interface FrameDescriptions {
  push(samples: Float32Array, onDescription: OnDescription): void;
  /** The rest; nothing may be pushed behind it. */
  flush(onDescription: OnDescription): void;
}

/** Describes each hundredth of a second of a sound, a second after it is pushed. Constant memory. */
export function createFrameDescriptions(
  sampleRate: number,
  usualColour: ArrayLike<number>,
): FrameDescriptions {
  const frames = createSoundFrames(sampleRate);
  const hearing = createHearing(usualColour);
  const held = Array.from({ length: HELD }, () => ({
    bands: new Float32Array(BANDS).fill(-100),
    level: -100,
    voicing: 0,
    pitch: 0,
  }));
  const description = new Float32Array(INPUTS);
  let followed = 0;
  let described = 0;

  const describe = (onDescription: OnDescription): void => {
    for (const [i, offset] of CONTEXT.entries()) {
      const frame = Math.min(followed - 1, Math.max(0, described + offset));
      hearing.describe(held[frame % HELD]!, description, i * FEATURES);
    }
    const frame = held[described % HELD]!;
    onDescription(description, frame, hearing.clarity(frame));
    described++;
  };
  const follow = (frame: SoundFrame, onDescription: OnDescription): void => {
    const kept = held[followed % HELD]!;
    kept.bands.set(frame.bands);
    Object.assign(kept, { level: frame.level, voicing: frame.voicing, pitch: frame.pitch });
    hearing.follow(frame);
    followed++;
    if (followed > described + AHEAD) describe(onDescription);
  };

  return {
    push: (samples, onDescription) => frames.push(samples, (frame) => follow(frame, onDescription)),
    flush: (onDescription) => {
      frames.flush((frame) => follow(frame, onDescription));
      while (described < followed) describe(onDescription);
    },
  };
}
