import type { SpeechEngine, VoiceDescription } from '../../ports/speech-engine.js';
import { createEnginePool } from './engine-pool.js';
import { findKokoro } from './find-kokoro.js';
import { findPiper } from './find-piper.js';
import { createProcessEngine } from './process-engine.js';
import type { VoiceFamily } from './voice-family.js';

/** Voices that were found, and how to speak with them. */
export interface FoundFamily {
  voices: readonly VoiceDescription[];
  family: VoiceFamily;
}

/** Tells why a file is not among the voices. */
export type LeftOut = (file: string, reason: string) => void;

/**
 * Engines for the voices that people put into the folders kokoro and piper of `roots`; an engine without a voice is not
 * made. Files are looked at, and none is loaded. What is in an earlier root comes first.
 */
export function createFoundEngines(options: {
  roots: readonly string[];
  onLeftOut: LeftOut;
  onCrash: (detail: string) => void;
  /** How many processes each may have. */
  processes: () => number;
}): SpeechEngine[] {
  const { roots, onLeftOut, onCrash, processes } = options;
  return [findKokoro(roots, onLeftOut), findPiper(roots, onLeftOut)]
    .filter((found) => found !== null)
    .map((found) => createEnginePool(() => createProcessEngine({ ...found, onCrash }), processes));
}
