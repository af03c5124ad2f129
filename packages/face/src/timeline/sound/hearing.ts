import { BANDS, type SoundFrame } from './sound-frames.js';

/**
 * How loud the speaker, how loud what is behind him, and what colour the two have on the way from the mouth to the file: followed over time, so that the
 * same words give the same features, whoever says them however near to whatever microphone.
 */
export interface AudioFeatureNormaliser {
  /** Takes in one more frame. */
  follow(frame: SoundFrame): void;
  /** Decibels of a frame over what is behind the speaker. */
  clarity(frame: SoundFrame): number;
  /** Writes FEATURES numbers of a frame, as heard by what is known now. */
  describe(frame: SoundFrame, features: Float32Array): void;
}

/** The bands, level over the speaker's and over what is behind, and voicing. */
export const FEATURES = BANDS + 3;

/** Decibels a frame: the speaker's level follows louder frames at once, sinks slowly while he speaks and hardly in silence. */
const RISE = 0.3;
const SINK = 0.04;
const SINK_IN_SILENCE = 0.005;
/** Decibels under the speaker's level that are not his voice. */
const VOICE_RANGE = 22;
/** Quieter is nobody: decibels of full scale. */
const QUIETEST_VOICE = -62;
/** What is behind rises by that, in decibels a frame, until a quieter frame shows what it is; each frame counts so much. */
const BACKGROUND_RISE = 0.02;
const BACKGROUND_SHARE = 0.2;
const QUIETEST = -90;
/** Frames of speech that the colour is the mean of, and for how many what it usually is counts. */
const COLOUR_FRAMES = 500;
const PRIOR_FRAMES = 150;
/** Decibels of the features' units. */
const BAND_UNIT = 12;
const LEVEL_UNIT = 15;
const LARGEST = 3;

/** `usualColour`: decibels of each band under the level of a speaker, on average over speech. */
export function createHearing(usualColour: ArrayLike<number>): AudioFeatureNormaliser {
  const colour = Float64Array.from(usualColour);
  let heard = 0;
  let speaker = QUIETEST_VOICE;
  let background = 0;
  let recent = 0;
  let begun = false;

  return {
    follow: ({ bands, level }) => {
      if (!begun) recent = level;
      begun = true;
      recent += BACKGROUND_SHARE * (level - recent);
      background = Math.max(QUIETEST, Math.min(recent, background + BACKGROUND_RISE));
      const isVoice = level > speaker - VOICE_RANGE && level > QUIETEST_VOICE;
      if (level > speaker) speaker += RISE * (level - speaker);
      else speaker = Math.max(QUIETEST_VOICE, speaker - (isVoice ? SINK : SINK_IN_SILENCE));
      if (!isVoice) return;
      heard = Math.min(COLOUR_FRAMES, heard + 1);
      for (let band = 0; band < BANDS; band++)
        colour[band]! += (bands[band]! - speaker - colour[band]!) / (heard + PRIOR_FRAMES);
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
