import type { TimedPhoneme, TimeRange } from './speech-times.js';

/** A sentence as sound, from just before its first phoneme to just behind its last. Times in seconds of `samples`. */
export interface SpokenSound {
  /** Mono, 1 is full scale. The caller's to keep. */
  samples: Float32Array;
  sampleRate: number;
  /** One for each word of the sentence, in order; none begins before the one before it ends. */
  words: TimeRange[];
  /** The sounds of the words, in order; those of a word fill it. */
  phonemes: TimedPhoneme[];
}
