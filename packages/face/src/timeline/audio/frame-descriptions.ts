import { createHearing, FEATURES } from './hearing.js';
import { BANDS, createSoundFrames, FRAME_RATE, type SoundFrame } from './sound-frames.js';

/** Frames that the hearing knows in advance. */
const AHEAD = FRAME_RATE;
const HELD = AHEAD + 1;

/** `description`, FEATURES numbers, and `frame` are valid until the next; `clarity` in decibels over what is behind the speaker. */
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
  const description = new Float32Array(FEATURES);
  let followed = 0;
  let described = 0;

  const describe = (onDescription: OnDescription): void => {
    const frame = held[described % HELD]!;
    hearing.describe(frame, description);
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
