import type { SpeechEngine } from '../../ports/speech-engine.js';
import { createEnginePool } from './engine-pool.js';
import { findKokoro } from './find-kokoro.js';
import { findPiper } from './find-piper.js';
import type { LeftOut } from './found-family.js';
import { createProcessEngine } from './process-engine.js';

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
