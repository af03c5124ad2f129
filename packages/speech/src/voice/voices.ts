import voices from './voices.json' with { type: 'json' };

/**
 * A voice of the shipped model. Its sound is taken as if sampled at 24000 * rate and resampled to 24 kHz:
 * pitch and throat scale together, as with a larger or smaller speaker, which sounds natural; scaling the
 * pitch alone does not.
 */
export interface VoiceProfile {
  readonly name: string;
  /** Below 1 the voice is lower, above 1 higher. */
  readonly rate: number;
  /** Pace at speed 1, as a factor of the pace of the model. */
  readonly pace: number;
  /** Gain in decibels that brings texts to -16 LUFS (measured in benchmarks/src/speech). */
  readonly gainDb: number;
  /** Gender that most listeners perceive; null if they differ. */
  readonly gender: 'female' | 'male' | null;
  readonly description: string;
}

export const DEFAULT_VOICE = 'heart';

export const VOICES = voices as readonly VoiceProfile[];
