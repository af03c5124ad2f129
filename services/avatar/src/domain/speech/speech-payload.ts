import type { AudioFormat } from '../../ports/audio-writer.js';

/** What a speech job says, complete: every default is filled in when the job is accepted. */
export interface SpeechPayload {
  text: string;
  voice: string;
  speed: number;
  format: AudioFormat;
  /** Hz of the file; null: that of the voice. */
  sampleRate: number | null;
  seed: number;
  lexicon: Record<string, string>;
}
