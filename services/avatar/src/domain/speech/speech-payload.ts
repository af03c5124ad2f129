import type { ExpressionTag } from '@anima/face/expressions';
import type { AudioFormat } from '../../ports/audio-writer.js';

/** What a speech job says, complete: every default is filled in when the job is accepted. */
export interface SpeechPayload {
  /** What is said: where marks of expressions stood there are spaces. */
  text: string;
  /** None in jobs of versions that knew none. */
  marks?: readonly ExpressionTag[];
  /** What of the text is left out. None in jobs of versions that knew none. */
  notes?: readonly string[];
  voice: string;
  speed: number;
  format: AudioFormat;
  /** Hz of the file; null: that of the voice. */
  sampleRate: number | null;
  seed: number;
  lexicon: Record<string, string>;
}
