import type { VoiceDescription } from '../../ports/speech-engine.js';
import type { VoiceFamily } from './voice-family.js';

/** Voices that were found, and how to speak with them. */
export interface FoundFamily {
  voices: readonly VoiceDescription[];
  family: VoiceFamily;
}

/** Tells why a file is not among the voices. */
export type LeftOut = (file: string, reason: string) => void;
