import type { ExpressionTag } from '@anima/face/expressions';
import type { AudioFormat } from './audio-writer.js';

/** Payload of a speech job, with all defaults filled in when the job is accepted. */
export interface SpeechPayload {
  /** Spoken text, with spaces in place of expression tags. */
  text: string;
  /** None in jobs of versions that knew none. */
  marks?: readonly ExpressionTag[];
  /** Notes about omitted parts of the text. Jobs of older versions have none. */
  notes?: readonly string[];
  voice: string;
  speed: number;
  format: AudioFormat;
  /** Hz of the file; null: that of the voice. */
  sampleRate: number | null;
  seed: number;
  lexicon: Record<string, string>;
}
