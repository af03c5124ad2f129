import { VOICES } from '@anima/speech';
import type { SpeechEngine, VoiceDescription } from '../../ports/speech-engine.js';
import { createProcessEngine } from './process-engine.js';

const SAMPLE_RATE = 24_000;

/** The voices that ship. */
export function createHibariEngine(options: {
  /** Of the files of the model; its voices share them. */
  sizeBytes: number;
  onCrash: (detail: string) => void;
  /** See `ProcessEngineOptions`. */
  stopMs?: number;
}): SpeechEngine {
  const voices = VOICES.map(
    ({ name, gender, description }): VoiceDescription => ({
      name,
      language: 'en-US',
      gender,
      description,
      sampleRate: SAMPLE_RATE,
      sizeBytes: options.sizeBytes,
      licence: 'Apache-2.0',
    }),
  );
  const { onCrash, stopMs } = options;
  return createProcessEngine({
    voices,
    family: { kind: 'hibari' },
    onCrash,
    ...(stopMs === undefined ? {} : { stopMs }),
  });
}
