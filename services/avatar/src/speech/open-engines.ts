import { createEnginePool } from './engine-pool.js';
import { createProcessEngine } from './process-engine.js';
import type { SpeechEngine } from './speech-engine.js';
import type { VoiceFamily, VoicePlaces } from './voice-family.js';

export interface EngineOptions extends VoicePlaces {
  onCrash: (detail: string) => void;
  /** How many processes each engine may have. */
  processes: () => number;
}

/** An engine for each family that has a voice here, in their order. Files are looked at, and none is loaded. */
export async function openEngines(
  families: readonly VoiceFamily[],
  { onCrash, processes, ...places }: EngineOptions,
): Promise<SpeechEngine[]> {
  const engines: SpeechEngine[] = [];
  for (const family of families) {
    const found = await family.find(places);
    if (found === null) continue;
    engines.push(createEnginePool(() => createProcessEngine({ family, found, onCrash }), processes));
  }
  return engines;
}
