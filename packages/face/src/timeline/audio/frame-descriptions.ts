import { BANDS, createSoundFrames, FRAME_RATE, type SoundFrame } from './sound-frames.js';

/**
 * Tracks the level of the speaker, the level of the background and the colour of the channel over time. The
 * same words give the same features for every speaker, distance and microphone.
 */
export interface AudioFeatureNormaliser {
  /** Updates the levels with one more frame. */
  follow(frame: SoundFrame): void;
  /** Returns the level of a frame above the background, in decibels. */
  clarity(frame: SoundFrame): number;
  /** Writes FEATURES numbers of a frame, normalised with the present levels. */
  describe(frame: SoundFrame, features: Float32Array): void;
}

/** The bands, the levels relative to speaker and background, and voicing. */
export const FEATURES = BANDS + 3;

/**
 * Change of the level of the speaker for each frame: a share of louder levels, decibels of decay while the
 * speaker talks, and decibels of decay in silence.
 */
const RISE = 0.3;
const SINK = 0.04;
const SINK_IN_SILENCE = 0.005;
/** Range of the voice below the level of the speaker, in decibels. */
const VOICE_RANGE = 22;
/** Minimum level of a voice, in decibels of full scale. */
const QUIETEST_VOICE = -62;
/**
 * The background level rises by this number of decibels for each frame until a quieter frame corrects it. The
 * share is the weight of a frame in the recent level.
 */
const BACKGROUND_RISE = 0.02;
const BACKGROUND_SHARE = 0.2;
const QUIETEST = -90;
/** Speech frames in the mean of the colour, and frames for which the usual colour counts. */
const COLOUR_FRAMES = 500;
const PRIOR_FRAMES = 150;
/** Decibels for one unit of the features. */
const BAND_UNIT = 12;
const LEVEL_UNIT = 15;
const LARGEST = 3;

/** `usualColour`: mean level of each band in speech, in decibels relative to the level of the speaker. */
function createAudioFeatureNormaliser(usualColour: ArrayLike<number>): AudioFeatureNormaliser {
  const colour = Float64Array.from(usualColour);
  let voiceFrames = 0;
  let speaker = QUIETEST_VOICE;
  let background = 0;
  let recent = 0;
  let started = false;

  return {
    follow: ({ bands, level }) => {
      if (!started) recent = level;
      started = true;
      recent += BACKGROUND_SHARE * (level - recent);
      background = Math.max(QUIETEST, Math.min(recent, background + BACKGROUND_RISE));
      const isVoice = level > speaker - VOICE_RANGE && level > QUIETEST_VOICE;
      if (level > speaker) speaker += RISE * (level - speaker);
      else speaker = Math.max(QUIETEST_VOICE, speaker - (isVoice ? SINK : SINK_IN_SILENCE));
      if (!isVoice) return;
      voiceFrames = Math.min(COLOUR_FRAMES, voiceFrames + 1);
      for (let band = 0; band < BANDS; band++)
        colour[band]! += (bands[band]! - speaker - colour[band]!) / (voiceFrames + PRIOR_FRAMES);
    },
    clarity: ({ level }) => level - background,
    describe: ({ bands, level, voicing }, features) => {
      for (let band = 0; band < BANDS; band++)
        features[band] = bounded((bands[band]! - speaker - colour[band]!) / BAND_UNIT);
      features[BANDS] = bounded((level - speaker) / LEVEL_UNIT);
      features[BANDS + 1] = bounded((level - background) / LEVEL_UNIT - 1);
      features[BANDS + 2] = 2 * voicing - 1;
    },
  };
}

function bounded(value: number): number {
  return Math.min(LARGEST, Math.max(-LARGEST, value));
}

/** Number of frames by which the levels are ahead of the described frame. */
const AHEAD = FRAME_RATE;
const HELD = AHEAD + 1;

/** Arrays are valid until the next call. `clarity`: decibels above the background. */
export type OnDescription = (description: Float32Array, frame: SoundFrame, clarity: number) => void;

export interface FrameDescriptions {
  push(samples: Float32Array, onDescription: OnDescription): void;
  /** Describes the remaining frames. No call to `push` may follow. */
  flush(onDescription: OnDescription): void;
}

/** Describes each hundredth of a second of a sound, one second after it is pushed. Uses constant memory. */
export function createFrameDescriptions(
  sampleRate: number,
  usualColour: ArrayLike<number>,
): FrameDescriptions {
  const frames = createSoundFrames(sampleRate);
  const normaliser = createAudioFeatureNormaliser(usualColour);
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
    normaliser.describe(frame, description);
    onDescription(description, frame, normaliser.clarity(frame));
    described++;
  };
  const follow = (frame: SoundFrame, onDescription: OnDescription): void => {
    const slot = held[followed % HELD]!;
    slot.bands.set(frame.bands);
    Object.assign(slot, { level: frame.level, voicing: frame.voicing, pitch: frame.pitch });
    normaliser.follow(frame);
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
